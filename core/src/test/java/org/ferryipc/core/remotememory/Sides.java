package org.ferryipc.core.remotememory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.contract.InBackground;
import org.ferryipc.core.failure.IpcException;

/** A server on a thread of its own, and a reader. */
record Sides(RemoteMemoryServer server, RemoteMemoryReader reader, InBackground<CloseReason> serving, Arena arena)
    implements AutoCloseable {
  static final MessageType<RemoteMemoryMessage> TYPE = MessageType.of(RemoteMemoryMessage.class);

  static Sides open(Fixture fixture) throws IpcException {
    return open(fixture, RemoteMemoryOptions.defaults());
  }

  static Sides open(Fixture fixture, RemoteMemoryOptions options) throws IpcException {
    return open(fixture, options, new PageCache(options.cacheBytes()));
  }

  static Sides open(Fixture fixture, RemoteMemoryOptions options, PageCache cache) throws IpcException {
    DuplexPair<RemoteMemoryMessage, RemoteMemoryMessage> pair = pair(fixture);
    RemoteMemoryServer server = new RemoteMemoryServer();
    return new Sides(
        server,
        RemoteMemoryReader.over(pair.right(), options.withChannel(fixture.options()), cache),
        InBackground.start(() -> server.serve(pair.left(), fixture.options())),
        Arena.ofShared());
  }

  static DuplexPair<RemoteMemoryMessage, RemoteMemoryMessage> pair(Fixture fixture) throws IpcException {
    return Ferry.duplex(TYPE, TYPE, fixture.options());
  }

  /** {@return memory that begins with a page, filled so that each byte tells its offset} */
  MemorySegment memory(long size) {
    MemorySegment memory = arena.allocate(size, RemoteMemoryReader.PAGE);
    for (long i = 0; i < size; i++) {
      memory.set(java.lang.foreign.ValueLayout.JAVA_BYTE, i, at(i));
    }
    return memory;
  }

  static byte at(long offset) {
    return (byte) (offset * 31 + (offset >>> 8) * 7 + 1);
  }

  long requests() {
    return reader.statistics().requests();
  }

  @Override
  public void close() throws Exception {
    reader.close();
    CloseReason unused = serving.result(); // it ends because its reader did
    server.close();
    arena.close();
  }
}
