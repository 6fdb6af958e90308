package org.ferryipc.core.encode.form;

import java.lang.foreign.MemorySegment;
import java.util.List;

/** Where the bytes of a whole message lie: what a result keeps of the work that made it. */
public interface Stored {
  /** {@return the array}: the caller's bytes in front, then the message without what stands apart */
  byte[] array();

  /** {@return how many bytes the message has} */
  int end();

  /** {@return whether all lies in the array} */
  boolean isWhole();

  /** {@return all bytes from {@code from}, an index into the array, on}: one read-only segment, or more if something stands apart */
  List<MemorySegment> segments(int from);

  /** {@return a copy of these, in one piece} */
  byte[] joined(int from);
}
