package org.ferryipc.unix.region;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.core.transport.LentRegion;
import org.ferryipc.unix.kernel.PacketBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The payload of one packet, in a region: in a ground that the receiver keeps, or in a file that came with the packet and is not
 * kept, which is read by calls. {@link #done} must follow. Under the turn.
 */
public final class RegionPayload {
  private final RegionAddress address;
  private final long length;
  private final @Nullable ReceivedGround ground;
  private final int number;
  private final Following following;
  private final String channel;
  private boolean lent;

  private RegionPayload(
      RegionAddress address,
      long length,
      @Nullable ReceivedGround ground,
      int number,
      Following following,
      String channel) {
    this.address = address;
    this.length = length;
    this.ground = ground;
    this.number = number;
    this.following = following;
    this.channel = channel;
  }

  /** {@return a payload in a ground that the receiver keeps} */
  public static RegionPayload in(
      ReceivedGround ground, RegionAddress address, long length, Following following, String channel) {
    return new RegionPayload(address, length, ground, -1, following, channel);
  }

  /**
   * {@return a payload in a file that is not kept}
   *
   * @throws MalformedMessageException if it is no file of regions
   */
  public static RegionPayload in(int number, RegionAddress address, long length, Following following, String channel)
      throws IpcException {
    if (address.slot() < 0) {
      throw new MalformedMessageException(channel, "region", "slot " + address.slot());
    }
    PayloadReader.checkAll(number, GroundWords.DATA_AT + length, length, channel);
    return new RegionPayload(address, length, null, number, following, channel);
  }

  /** {@return the descriptor that it is read by, the caller's; negative if a ground has it} */
  public int number() {
    return number;
  }

  /**
   * Copies it into {@code into}, heap or native, from its beginning.
   *
   * @param behind whether {@code into} is what {@link Following#follow} was given last and was not touched since
   * @throws MalformedMessageException if the region does not hold still
   */
  public void read(MemorySegment into, boolean behind) throws IpcException {
    ReceivedGround here = ground;
    if (here == null) {
      PayloadReader.readRegion(number, address, length, into, channel);
    } else if (behind && following.has(address, length)) {
      long unused = here.payloadAt(address, length, channel);
    } else {
      here.read(address, length, into, channel);
    }
  }

  /**
   * {@return the payload where it lies}; null if there is no mapping of it
   *
   * @throws MalformedMessageException if there is no such region
   */
  public @Nullable LentRegion lend() throws MalformedMessageException {
    ReceivedGround here = ground;
    if (here == null) {
      return null;
    }
    LentRegion region = here.lend(address, length, channel);
    lent = true;
    return region;
  }

  /**
   * Gives the region back to its sender, if it was not lent; whether it was read or not.
   *
   * @param room the longest message that the next receive would follow
   */
  public void done(long room) {
    long said = following.done(address, room);
    ReceivedGround here = ground;
    if (here != null) {
      here.say(said);
      if (!lent) {
        here.done(address, length);
      }
      return;
    }
    try (PacketBuffer buffer = PacketBuffer.borrow()) {
      MemorySegment word = buffer.memory().asSlice(0, Long.BYTES);
      word.set(ValueLayout.JAVA_LONG, 0, address.generation());
      PayloadReader.mark(number, word, GroundWords.doneAt(address.slot()));
    }
  }
}
