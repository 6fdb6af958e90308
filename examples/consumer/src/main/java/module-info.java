/** A program that uses Ferry. */
module org.example.linecount {
  requires org.ferryipc.core;
  requires org.ferryipc.unix; // channels between processes
  requires org.ferryipc.receiverset; // one thread for many channels
  requires org.ferryipc.rpc; // calls

  opens org.example.linecount to
      tools.jackson.databind, // the messages are records of this package
      org.ferryipc.rpc; // and so is the interface that is called
}
