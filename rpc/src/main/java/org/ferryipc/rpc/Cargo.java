package org.ferryipc.rpc;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What travels by reference in one frame: what was exported for it where it is sent, what came with it where it
 * arrives.
 */
final class Cargo {
  private @Nullable List<Export> exported;
  private @Nullable List<RemoteObject> imported;

  void exported(Export export) {
    List<Export> list = exported;
    if (list == null) {
      list = new ArrayList<>();
      exported = list;
    }
    list.add(export);
  }

  void imported(RemoteObject object) {
    List<RemoteObject> list = imported;
    if (list == null) {
      list = new ArrayList<>();
      imported = list;
    }
    list.add(object);
  }

  /** Takes back what was exported for a frame that was not sent. */
  void unload(Exports exports) {
    List<Export> list = exported;
    if (list != null) {
      exported = null;
      list.forEach(exports::takeBack);
    }
  }

  /** Lets go what came with a frame that nobody gets. */
  void drop() {
    List<RemoteObject> list = imported;
    if (list != null) {
      imported = null;
      list.forEach(RemoteObject::release);
    }
  }
}
