package org.ferryipc.core.pickle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The build runs this package under both settings; each must really be in force. */
class BorrowPropertyTest {
  @Test
  void thePropertyDecides() throws Exception {
    boolean copies = "copy".equals(System.getProperty("ferry.borrow"));
    byte[] bytes = {4, 0, 0, 0, 1, 0, 0, 0};
    BorrowedData view = Pickle.wrap(bytes).payload();
    bytes[4] = 2; // against the contract, to see who looks at it
    assertThat(view.get(0)).isEqualTo((byte) (copies ? 1 : 2));
    assertThat(Borrowing.COPIES).isEqualTo(copies);
  }
}
