package org.ferryipc.core.encode;

class InProcessEncodeTest extends EncodeChannelContract {
  InProcessEncodeTest() {
    super(Shapes.HERE);
  }
}
