package org.ferryipc.core.pickle;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.failure.StaleViewException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Views that are read while their memory is used again. */
public final class BorrowingStress {
  private static final int STALE = 0;
  private static final int SENT = 1;
  private static final int OTHER = 2;

  private BorrowingStress() {}

  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "read before")
  @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the second use is too late")
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "both are")
  @Outcome(expect = FORBIDDEN, desc = "shows what came later")
  @State
  public static class RecycleAndRead {
    private final PickleWriter writer = new PickleWriter();
    private final BorrowedText view;

    public RecycleAndRead() {
      try {
        writer.writeString("aaaaaaaa");
        view = writer.reader().readStringView();
      } catch (SerializationException | LimitExceededException e) {
        throw new AssertionError(e);
      }
    }

    @Actor
    public void recycle() {
      writer.clear();
      try {
        writer.writeString("bbbbbbbb"); // in the same place
      } catch (SerializationException | LimitExceededException e) {
        throw new AssertionError(e);
      }
    }

    @Actor
    public void read(II_Result r) {
      r.r1 = first();
      r.r2 = whole();
    }

    private int first() {
      try {
        return view.charAt(0) == 'a' ? SENT : OTHER;
      } catch (StaleViewException over) {
        return STALE;
      }
    }

    private int whole() {
      try {
        return view.toString().equals("aaaaaaaa") ? SENT : OTHER;
      } catch (StaleViewException over) {
        return STALE;
      }
    }
  }
}
