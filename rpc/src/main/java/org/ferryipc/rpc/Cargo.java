package org.ferryipc.rpc;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What travels by reference in one frame: what was exported for it where it is sent, what came with it and what it uses
 * where it arrives.
 */
final class Cargo {
  private @Nullable List<Export> exported;
  private @Nullable List<RemoteObject> imported;
  private @Nullable List<Export> used;

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

  void uses(Export object) {
    List<Export> list = used;
    if (list == null) {
      list = new ArrayList<>(1); // mostly the called object alone
      used = list;
    }
    list.add(object);
  }

  /** {@return the objects of this side that a call is made on, or has as arguments}; never the root, which stays */
  List<Export> used() {
    List<Export> list = used;
    return list == null ? List.of() : list;
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
