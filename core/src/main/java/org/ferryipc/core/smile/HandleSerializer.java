package org.ferryipc.core.smile;

import org.ferryipc.core.Handle;
import org.ferryipc.core.codec.HandleSink;
import org.ferryipc.core.failure.LimitExceededException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.ser.std.StdSerializer;

/** Writes a handle as its slot in the table of the message. */
final class HandleSerializer extends StdSerializer<Handle> {
  HandleSerializer() {
    super(Handle.class);
  }

  @Override
  public void serialize(Handle handle, JsonGenerator out, SerializationContext context) {
    HandleSink sink =
        context.getAttribute(HandleAttributes.KEY) instanceof HandleAttributes table ? table.sink : null;
    if (sink == null) {
      context.reportMappingProblem("a handle travels only in a Ferry message");
      return;
    }
    try {
      out.writeNumber(sink.put(handle));
    } catch (LimitExceededException full) {
      throw new Carried(full);
    }
  }

  @Override
  public void serializeWithType(
      Handle handle, JsonGenerator out, SerializationContext context, TypeSerializer type) {
    serialize(handle, out, context);
  }
}
