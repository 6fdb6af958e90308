package org.ferryipc.unix.region;

import java.lang.foreign.MemorySegment;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.unix.kernel.FileStatus;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.Mappings;
import org.jspecify.annotations.Nullable;

/**
 * What a receiver keeps of its sender's payload file: a mapping, once it has come twice in a row. One thread at a time.
 *
 * <p><b>Reading.</b> A payload in the mapped file is copied out of the mapping and marked there; any other is read by
 * {@code pread}. Either way each byte is read once, into private memory.
 *
 * <p><b>Following.</b> While a file is written for the next message its payload can be copied already ({@link #follow}), behind
 * the writer, so that two copies take the time of one. What was copied is no message yet: that is the packet which names the
 * use, and {@link #read} then copies what is missing, which is nothing or, if the use is another, everything. <b>Argument</b>,
 * for a sender that keeps the rules: it begins a use when nothing of an older one will ever be announced again (it was read, or
 * its packet was never sent), writes a use's bytes before it counts them as there, and sends the packet after all. So who
 * copied bytes that were counted under a use, and then gets that use's packet, has copied the message: between the count and
 * the packet they were not written again. One that breaks the rules changes bytes of its own message.
 *
 * <p><b>Faults.</b> The mapping cannot fault: the file is checked to be ordinary memory sealed against shrinking, and stays open
 * through the mapping. A sender that punches holes makes us read zeros, and makes the kernel find pages for them, within
 * {@link KeptMemory}.
 */
public final class SendersFile {
  private static final int SIGHTINGS_TO_MAP = 2;
  private static final int NEVER_TO_MAP = Integer.MIN_VALUE;

  // No safepoint can be reached inside one copy.
  private static final long PIECE = 64 << 10;

  // A writer that does not move has lost its processor. It is waited for as long as giving up would cost: a sleep and a
  // wake-up, and copying again, at 8 bytes in a nanosecond. All waits together are limited too, by what the slowest memory
  // would need, or one that trickles would keep us here.
  private static final long PATIENCE_NANOS = 50_000;
  private static final long BYTES_COPIED_PER_NANO = 8;
  private static final long SLOWEST_NANOS_PER_BYTE = 1;

  // After following went wrong the next messages are read in the plain way: after each failure in a row twice as many. With one
  // processor it goes wrong each time; the JDK cannot be asked how many there are, it tells a thread that is kept on one: one.
  private static final int LONGEST_REST = 64;


  private long device;
  private long inode;
  private int sightings;
  private @Nullable MemorySegment mapping; // of the file that is named above
  private boolean within; // whether the payload at hand is in the mapping
  private long lastDone;
  private long roomSaid;
  private int rest;
  private int nextRest = 1;
  private long followed; // generation whose payload was copied behind the writer
  private long followedLength;

  /**
   * Checks the file of a payload at hand; must come before anything is allocated for it.
   *
   * @throws MalformedMessageException if it is not sealed ordinary memory with {@code length} bytes of payload present
   */
  public void check(int number, long length, String channel) throws IpcException {
    within = false;
    FileStatus status = SealedFile.checkPresent(number, PayloadPage.BYTES + length, channel);
    if (status.inode() != inode || status.device() != device) {
      forget();
      inode = status.inode();
      device = status.device();
      sightings = 0;
    }
    if (sightings >= 0 && ++sightings == SIGHTINGS_TO_MAP) {
      map(number, status.size());
    }
    MemorySegment file = mapping;
    within = file != null && PayloadPage.BYTES + length <= file.byteSize(); // a file without that seal can have grown
  }

  // While the mapping lives so does the file, and no other has its inode number.
  private void map(int number, long size) {
    sightings = NEVER_TO_MAP;
    if (size > PayloadPage.BYTES + PayloadFiles.MOST_KEPT || !KeptMemory.RECEIVED.reserve(size)) {
      return;
    }
    boolean mapped = false;
    try {
      mapping = Mappings.map(number, 0, size, Mappings.PROT_READ | Mappings.PROT_WRITE);
      roomSaid = 0;
      mapped = true;
    } catch (KernelException refused) {
      // Reading by calls needs no more than the descriptor.
    } finally {
      if (!mapped) {
        KeptMemory.RECEIVED.release(size);
      }
    }
  }

  /**
   * Reads the payload of the file that was {@linkplain #check checked} last into {@code into}, from its beginning.
   *
   * @param generation which use of the file the frame names
   * @param behind whether {@code into} is what {@link #follow} was given last and was not touched since
   * @throws MalformedMessageException if the file does not hold still
   */
  public void read(int number, long generation, long length, MemorySegment into, boolean behind, String channel)
      throws IpcException {
    MemorySegment file = mapping;
    if (file == null || !within) {
      PayloadReader.read(number, generation, length, into, channel);
      return;
    }
    if (!behind || followed != generation || followedLength != length) {
      for (long done = 0; done < length; ) {
        done += copy(file, done, length, into);
      }
    }
    if (PayloadPage.generation(file) != generation) {
      throw new MalformedMessageException(channel, "payload file", "it was written again while it was read");
    }
  }

  private static long copy(MemorySegment file, long from, long to, MemorySegment into) {
    long now = Math.min(PIECE, to - from);
    MemorySegment.copy(file, PayloadPage.BYTES + from, into, from, now);
    return now;
  }

  /**
   * Tells the sender that this use of the file that was checked last is over, whether it was read or not; after that
   * the file is the sender's.
   *
   * @param room the longest message that the next receive would follow
   */
  public void done(int number, long generation, long room) {
    MemorySegment file = mapping;
    if (file == null || !within) {
      PayloadReader.done(number, generation);
      return;
    }
    lastDone = generation;
    if (rest > 0) {
      rest--;
    }
    say(file, rest > 0 ? 0 : room);
    PayloadPage.done(file, generation);
  }

  private void say(MemorySegment file, long room) {
    if (room != roomSaid) {
      roomSaid = room;
      PayloadPage.room(file, room);
    }
  }

  /** {@return whether there is a file that can be followed} */
  public boolean canFollow() {
    return mapping != null;
  }

  /**
   * Copies the payload that the sender is writing into its file, for as long as it is really writing.
   *
   * @param into where the message will be received to; undefined afterwards, except for {@link #read}
   * @param most a longer one is left alone
   * @return whether all of it was copied, so that its packet can be expected at once
   */
  public boolean follow(MemorySegment into, long most) {
    followed = 0;
    MemorySegment file = mapping;
    if (file == null) {
      return false;
    }
    long generation = PayloadPage.generation(file);
    long length = PayloadPage.length(file);
    if (generation == lastDone || length <= 0 || length > Math.min(most, file.byteSize() - PayloadPage.BYTES)) {
      return false; // an old hint, or none for us
    }
    if (!copyBehind(file, generation, length, into)) {
      rest = nextRest;
      nextRest = Math.min(2 * nextRest, LONGEST_REST);
      say(file, 0);
      return false;
    }
    followed = generation;
    followedLength = length;
    nextRest = 1;
    return true;
  }

  private static boolean copyBehind(MemorySegment file, long generation, long length, MemorySegment into) {
    long there = Math.min(length, PayloadPage.progress(file, generation)); // the first look is no wait
    long waited = 0;
    long moved = System.nanoTime();
    for (long done = 0; done < length; there = Math.min(length, PayloadPage.progress(file, generation))) {
      long now = System.nanoTime();
      if (there > done) {
        waited += now - moved;
        if (waited > PATIENCE_NANOS + done * SLOWEST_NANOS_PER_BYTE) {
          return false;
        }
        done += copy(file, done, there, into);
        moved = System.nanoTime();
      } else if (there < 0 || now - moved > PATIENCE_NANOS + done / BYTES_COPIED_PER_NANO) {
        return false;
      } else {
        Thread.onSpinWait();
      }
    }
    return true;
  }

  /** {@return until when the packet of a followed payload is worth waiting for without sleep, of {@link System#nanoTime}} */
  public static long patience() {
    return System.nanoTime() + PATIENCE_NANOS;
  }

  /** Gives up the mapping. */
  public void forget() {
    MemorySegment file = mapping;
    mapping = null;
    inode = 0;
    if (file != null) {
      KeptMemory.RECEIVED.release(file.byteSize());
      try {
        Mappings.unmap(file);
      } catch (KernelException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
