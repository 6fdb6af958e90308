package org.ferryipc.peers;

import org.freedesktop.dbus.annotations.DBusInterfaceName;
import org.freedesktop.dbus.interfaces.DBusInterface;

/** What dbus-java calls. */
@DBusInterfaceName("org.ferryipc.peers.Adder")
public interface RemoteDbusAdder extends DBusInterface {
  /** {@return the sum} */
  int add(int a, int b);
}
