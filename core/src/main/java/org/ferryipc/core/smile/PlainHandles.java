package org.ferryipc.core.smile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.ferryipc.core.Handle;
import org.ferryipc.core.codec.HandleShape;
import org.ferryipc.core.codec.HandleSink;
import org.ferryipc.core.codec.HandleSource;
import org.ferryipc.core.failure.SerializationException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;
import tools.jackson.core.JsonParser.NumberType;

/**
 * A list of handles as a message: the numbers of their slots.
 *
 * @param shape of each of them
 * @param most how many a message may have
 */
record PlainHandles(HandleShape shape, int most) implements PlainForm {
  static final int NO_SLOT = -1;
  private static final int FIRST_LENGTH = 16;

  @Override
  public int places() {
    return 1;
  }

  @Override
  public boolean fits(Object value) {
    return value instanceof List<?>;
  }

  @Override
  public void write(Object value, LastingGenerator out, HandleSink handles) {
    int index = 0;
    var unused = out.writeStartArray();
    try {
      for (Object handle : (List<?>) value) {
        writeOne(handle, out, handles);
        index++;
      }
    } catch (Exception failed) {
      throw JacksonException.wrapWithPath(failed, value, index);
    }
    unused = out.writeEndArray();
  }

  /** Writes a handle, or that there is none. */
  static void writeOne(@Nullable Object handle, LastingGenerator out, HandleSink handles) throws Exception {
    var unused = handle == null ? out.writeNull() : out.writeNumber(handles.put((Handle) handle));
  }

  @Override
  public boolean read(LastingParser in, PlainValues into) {
    if (in.nextToken() != JsonToken.START_ARRAY) {
      return false;
    }
    int[] slots = new int[FIRST_LENGTH];
    int count = 0;
    for (JsonToken token = in.nextToken(); token != JsonToken.END_ARRAY; token = in.nextToken()) {
      int slot = slot(in, token);
      if (slot < NO_SLOT || count == most) {
        return false;
      }
      if (count == slots.length) {
        slots = Arrays.copyOf(slots, 2 * count);
      }
      slots[count++] = slot;
    }
    into.objects[0] = Arrays.copyOf(slots, count);
    return in.isDone();
  }

  /** {@return the slot of a handle; -1 if there is none, and less than that if something else stands there} */
  static int slot(LastingParser in, @Nullable JsonToken token) {
    if (token == JsonToken.VALUE_NULL) {
      return NO_SLOT;
    }
    int slot = token == JsonToken.VALUE_NUMBER_INT && in.getNumberType() == NumberType.INT ? in.getIntValue() : NO_SLOT;
    return slot >= 0 ? slot : NO_SLOT - 1;
  }

  @Override
  public Object make(PlainValues from, HandleSource handles) {
    int[] slots = (int[]) Objects.requireNonNull(from.objects[0]);
    List<@Nullable Handle> made = new ArrayList<>(slots.length);
    for (int i = 0; i < slots.length; i++) {
      try {
        made.add(take(slots[i], shape, handles));
      } catch (SerializationException refused) {
        throw new Carried(refused).prependPath(made, i);
      }
    }
    return made;
  }

  /** {@return the handle of a slot that was read}; null if there was none */
  static @Nullable Handle take(int slot, HandleShape shape, HandleSource handles) throws SerializationException {
    return slot == NO_SLOT ? null : handles.take(slot, shape);
  }
}
