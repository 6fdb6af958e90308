package org.ferryipc.core.smile;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.util.SimpleStreamReadContext;

/**
 * Where a parser is in its message, and which names it has met there: lent from message to message with the one below it.
 *
 * <p>Jackson makes each anew, with a hash set for the names of an object that has more than two. Most objects have few, which are
 * sooner compared one by one.
 */
final class ReadingContext extends SimpleStreamReadContext {
  // A peer chooses how many there are: comparing each with each must end somewhere.
  private static final int FEW = 16;
  private static final int DEPTH_KEPT = 8; // of messages that are nested more deeply, what is below is dropped

  private final ReadingContext root;
  private @Nullable JsonParser parser; // of the root, for its errors
  private @Nullable ReadingContext below; // made by the first value that has something in it
  private boolean used;

  private final @Nullable String[] few = new String[FEW];
  private int count; // of these
  private @Nullable Set<String> many; // the others

  /** For the message itself. */
  ReadingContext() {
    super(TokenStreamContext.TYPE_ROOT, null, 0, null, 1, 0);
    root = this;
  }

  private ReadingContext(ReadingContext above) {
    super(TokenStreamContext.TYPE_ROOT, above, above.getNestingDepth() + 1, null, 1, 0);
    root = above.root;
  }

  /** Begins a message. {@return this} */
  ReadingContext begin(JsonParser of) {
    parser = of;
    used = true;
    return this;
  }

  /** Forgets a message: what was made of it is the program's alone. */
  void end() {
    parser = null;
    ReadingContext at = this;
    while (at != null && at.used) {
      at.used = false;
      at.reset(TokenStreamContext.TYPE_ROOT, 1, 0);
      if (at.getNestingDepth() == DEPTH_KEPT) {
        at.below = null;
      }
      at = at.below;
    }
  }

  @Override
  protected void reset(int type, int line, int column) {
    super.reset(type, line, column);
    if (count > 0) {
      Arrays.fill(few, 0, count, null);
      count = 0;
      many = null;
    }
  }

  @Override
  public SimpleStreamReadContext createChildArrayContext(int line, int column) {
    return below(TokenStreamContext.TYPE_ARRAY, line, column);
  }

  @Override
  public SimpleStreamReadContext createChildObjectContext(int line, int column) {
    return below(TokenStreamContext.TYPE_OBJECT, line, column);
  }

  private ReadingContext below(int type, int line, int column) {
    ReadingContext next = below;
    if (next == null) {
      next = new ReadingContext(this);
      below = next;
    }
    next.used = true;
    next.reset(type, line, column);
    return next;
  }

  @Override
  public void setCurrentName(@Nullable String name) throws StreamReadException {
    _currentName = name;
    if (name != null && !isNew(name)) {
      throw new StreamReadException(root.parser, "Duplicate Object property \"" + name + "\"");
    }
  }

  private boolean isNew(String name) {
    int hash = name.hashCode(); // kept by the string, which is mostly the same for each message
    for (int i = 0; i < count; i++) {
      String known = few[i];
      if (known != null && known.hashCode() == hash && known.equals(name)) {
        return false;
      }
    }
    if (count < FEW) {
      few[count++] = name;
      return true;
    }
    Set<String> others = many;
    if (others == null) {
      others = new HashSet<>();
      many = others;
    }
    return others.add(name);
  }
}
