package org.ferryipc.benches;

import java.util.stream.Stream;
import org.ferryipc.benches.report.Gap;

/** Rows of another module, which is found as a service where it is there. */
public interface RowSource {
  /** {@return the rows} */
  Stream<Row> rows();

  /** {@return what cannot be measured beside them, and why} */
  Stream<Gap> gaps();
}
