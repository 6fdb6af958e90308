package org.ferryipc.rpc;

import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.SerializationException;
import org.jspecify.annotations.Nullable;

/** An object that travels by reference: a new export, or one of the receiver's own that comes home. */
record ReferenceForm(InterfacePlan plan, Connection connection) implements ValueForm {
  private static final int NONE = 0;
  private static final int SENDERS = 1;
  private static final int RECEIVERS = 2;

  @Override
  public void write(@Nullable Object value, WireWriter out, Cargo cargo) throws IpcException {
    if (value == null) {
      out.octet(NONE);
      return;
    }
    RemoteObject proxied = RemoteObject.of(value);
    if (proxied != null && proxied.belongsTo(connection)) {
      out.octet(RECEIVERS);
      out.number(proxied.idInUse());
    } else {
      Export export = connection.exports().add(value, plan);
      cargo.exported(export);
      out.octet(SENDERS);
      out.number(export.id);
    }
  }

  @Override
  public @Nullable Object read(WireReader in, Cargo cargo) throws SerializationException {
    return switch (in.octet()) {
      case NONE -> null;
      case SENDERS -> {
        RemoteObject object = RemoteObject.received(connection, in.number(), plan);
        cargo.imported(object);
        yield object.proxy();
      }
      case RECEIVERS -> home(in.number(), cargo);
      default -> throw WireReader.wrong("a reference is of no known kind");
    };
  }

  private Object home(long id, Cargo cargo) throws SerializationException {
    Export export = connection.exports().get(id);
    if (export == null || !plan.type.isInstance(export.object)) {
      throw WireReader.wrong("a reference leads to no " + plan + " here");
    }
    if (id != Exports.ROOT) {
      cargo.uses(export);
    }
    return export.object;
  }

  @Override
  public boolean byReference() {
    return true;
  }
}
