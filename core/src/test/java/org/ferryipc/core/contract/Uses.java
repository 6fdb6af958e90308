package org.ferryipc.core.contract;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel.MapMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.OpaqueMessage;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.SharedMemory;

/** All that can be done with a handle of each kind, but {@code close}: none of it may do anything once it is not open. */
final class Uses {
  private static final ChannelOptions OPTIONS = ChannelOptions.defaults();
  private static final Duration LONG = Duration.ofMinutes(1);

  private Uses() {}

  /** {@return the uses of the handles of {@code cargo}} */
  static List<ThrowingCallable> of(Cargo cargo) {
    List<ThrowingCallable> uses = new ArrayList<>();
    uses.addAll(ofSenders(cargo));
    uses.addAll(ofReceivers(cargo));
    uses.addAll(ofDuplex(cargo.g()));
    cargo.h().ifPresent(file -> uses.addAll(ofFile(file)));
    cargo.i().ifPresent(memory -> uses.addAll(ofMemory(memory)));
    return uses;
  }

  private static List<ThrowingCallable> ofSenders(Cargo cargo) {
    MemorySegment bytes = MemorySegment.ofArray(new byte[1]);
    return List.of(
        () -> cargo.a().send("no"),
        () -> cargo.a().trySend("no"),
        () -> cargo.a().trySend("no", LONG),
        () -> cargo.a().share(),
        () -> cargo.a().withOptions(OPTIONS),
        () -> cargo.a().opaque(),
        () -> cargo.c().send(bytes),
        () -> cargo.c().send(ByteBuffer.allocate(1)),
        () -> cargo.c().trySend(bytes),
        () -> cargo.c().trySend(bytes, LONG),
        () -> cargo.c().trySend(ByteBuffer.allocate(1)),
        () -> cargo.c().trySend(ByteBuffer.allocate(1), LONG),
        () -> cargo.c().share(),
        () -> cargo.c().withOptions(OPTIONS),
        () -> cargo.e().send(OpaqueMessage.of(new byte[1])),
        () -> cargo.e().trySend(OpaqueMessage.of(new byte[1])),
        () -> cargo.e().trySend(OpaqueMessage.of(new byte[1]), LONG),
        () -> cargo.e().share(),
        () -> cargo.e().withOptions(OPTIONS),
        () -> cargo.e().typed(String.class));
  }

  private static List<ThrowingCallable> ofReceivers(Cargo cargo) {
    MemorySegment bytes = MemorySegment.ofArray(new byte[1]);
    return List.of(
        () -> cargo.b().receive(),
        () -> cargo.b().take(),
        () -> cargo.b().tryReceive(),
        () -> cargo.b().tryReceive(LONG),
        () -> cargo.b().tryTake(),
        () -> cargo.b().tryTake(LONG),
        () -> cargo.b().forEach(text -> {}),
        () -> cargo.b().stream().findFirst(),
        () -> cargo.b().opaque(),
        () -> cargo.b().withOptions(OPTIONS),
        () -> cargo.d().receive(),
        () -> cargo.d().receive(bytes),
        () -> cargo.d().withOptions(OPTIONS),
        () -> cargo.d().receive(ByteBuffer.allocate(1)),
        () -> cargo.d().tryReceive(),
        () -> cargo.d().tryReceive(LONG),
        () -> cargo.d().tryReceive(bytes),
        () -> cargo.d().tryReceive(bytes, LONG),
        () -> cargo.d().tryReceive(ByteBuffer.allocate(1)),
        () -> cargo.d().tryReceive(ByteBuffer.allocate(1), LONG),
        () -> cargo.f().receive(),
        () -> cargo.f().withOptions(OPTIONS),
        () -> cargo.f().tryReceive(),
        () -> cargo.f().tryReceive(LONG),
        () -> cargo.f().typed(String.class));
  }

  private static List<ThrowingCallable> ofDuplex(Duplex<String, String> end) {
    return List.of(
        () -> end.send("no"),
        () -> end.trySend("no"),
        () -> end.trySend("no", LONG),
        end::receive,
        end::take,
        end::tryReceive,
        () -> end.withOptions(OPTIONS),
        () -> end.tryReceive(LONG),
        end::tryTake,
        () -> end.tryTake(LONG));
  }

  private static List<ThrowingCallable> ofFile(OwnedFd file) {
    return List.of(
        file::inputStream,
        file::outputStream,
        file::byteChannel,
        file::seekableChannel,
        file::redirect,
        () -> file.map(MapMode.READ_ONLY, 0, 1, Arena.ofAuto()),
        file::duplicate,
        file::size);
  }

  private static List<ThrowingCallable> ofMemory(SharedMemory memory) {
    return List.of(
        memory::segment,
        () -> memory.segment(Arena.ofAuto()),
        memory::freeze,
        memory::writable,
        memory::take);
  }
}
