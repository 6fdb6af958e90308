package org.ferryipc.core.smile;

import java.io.OutputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.ErrorReportConfiguration;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.io.ContentReference;
import tools.jackson.core.io.IOContext;
import tools.jackson.core.sym.ByteQuadsCanonicalizer;
import tools.jackson.core.util.BufferRecycler;
import tools.jackson.dataformat.smile.SmileConstants;
import tools.jackson.dataformat.smile.SmileFactory;
import tools.jackson.dataformat.smile.SmileFactoryBuilder;
import tools.jackson.dataformat.smile.SmileGenerator;
import tools.jackson.dataformat.smile.SmileParser;
import tools.jackson.dataformat.smile.SmileWriteFeature;

/**
 * Makes the writers and readers of messages out of parts that are used again.
 *
 * <p>Jackson makes for each message a context, a name for its source and a table of names, borrows buffers, and drops all but
 * these: measured on an empty record, 90 of 260 ns that it takes to write and read one. Here they are one object, lent from
 * message to message. What is written and read is the same.
 */
final class MessageTokens extends SmileFactory {
  private static final long serialVersionUID = 1L;

  private final transient Desks desks = new Desks(this);

  MessageTokens(SmileFactoryBuilder settings) {
    super(settings);
  }

  @Override
  public MessageTokens copy() {
    return this; // it has no state that is anybody's alone
  }

  @Override
  public MessageTokens snapshot() {
    return this;
  }

  @Override
  public JsonGenerator createGenerator(ObjectWriteContext context, OutputStream out, JsonEncoding encoding) {
    return new Writing(
            context,
            context.getStreamWriteFeatures(_streamWriteFeatures),
            context.getFormatWriteFeatures(_formatWriteFeatures),
            out,
            desks,
            desks.borrow())
        .writeHeader();
  }

  @Override
  public JsonParser createParser(ObjectReadContext context, byte[] bytes, int offset, int length) {
    if (length == 0 || bytes[offset] != SmileConstants.HEADER_BYTE_1) {
      return super.createParser(context, bytes, offset, length); // knows what to say
    }
    _streamReadConstraints.validateDocumentLength(length);
    return new Reading(
            context,
            context.getStreamReadFeatures(_streamReadFeatures),
            context.getFormatReadFeatures(_formatReadFeatures),
            _byteSymbolCanonicalizer.makeChildOrPlaceholder(_factoryFeatures),
            bytes,
            offset,
            offset + length,
            desks,
            desks.borrow())
        .behindHeader();
  }

  /** {@return a generator that is the caller's for ever} */
  LastingGenerator lastingGenerator() {
    return LastingGenerator.of(
        context(streamReadConstraints()), _streamWriteFeatures, _formatWriteFeatures, new byte[Desk.BUFFER_BYTES]);
  }

  /** {@return a parser that is the caller's for ever} */
  LastingParser lastingParser() {
    // A token takes a byte at least, so the limit of bytes, which is the same, is reached first.
    StreamReadConstraints uncounted = streamReadConstraints().rebuild().maxTokenCount(0).build();
    return new LastingParser(
        context(uncounted),
        _streamReadFeatures & ~Reading.NAMES_ONCE,
        _formatReadFeatures,
        _byteSymbolCanonicalizer.makeChildOrPlaceholder(_factoryFeatures));
  }

  private IOContext context(StreamReadConstraints reading) {
    return new IOContext(
        reading,
        streamWriteConstraints(),
        ErrorReportConfiguration.defaults(),
        new BufferRecycler(),
        ContentReference.redacted(),
        false,
        JsonEncoding.UTF8);
  }

  /** A desk of each platform thread, found without a locked instruction, and a few for virtual threads and nested use. */
  private static final class Desks {
    private final MessageTokens owner;
    private final ThreadLocal<Desk> own = ThreadLocal.withInitial(() -> make(true));
    private final Pool<Desk> shared = new Pool<>(() -> make(false));

    Desks(MessageTokens owner) {
      this.owner = owner;
    }

    private Desk make(boolean ofThread) {
      return new Desk(owner.streamReadConstraints(), owner.streamWriteConstraints(), ofThread);
    }

    Desk borrow() {
      if (!Thread.currentThread().isVirtual()) {
        Desk mine = own.get();
        if (!mine.lent) {
          mine.lent = true;
          return mine;
        }
      }
      return shared.borrow();
    }

    void giveBack(Desk used) {
      if (used.ofThread) {
        used.lent = false;
      } else {
        shared.giveBack(used);
      }
    }
  }

  /** What one writer or reader needs. */
  private static final class Desk extends IOContext {
    private static final int BUFFER_BYTES = 8000; // Jackson's own measure
    private static final int NAMES = 64; // Jackson's own measure

    final boolean ofThread;
    boolean lent; // of a thread's own
    final ReadingContext place = new ReadingContext();
    byte @Nullable [] buffer;
    SmileGenerator.SharedStringNode @Nullable [] names;

    Desk(StreamReadConstraints reading, StreamWriteConstraints writing, boolean ofThread) {
      super(
          reading,
          writing,
          ErrorReportConfiguration.defaults(),
          new BufferRecycler(),
          ContentReference.redacted(),
          false,
          JsonEncoding.UTF8);
      this.ofThread = ofThread;
    }

    byte[] buffer() {
      byte[] made = buffer;
      return made != null ? made : (buffer = new byte[BUFFER_BYTES]);
    }

    SmileGenerator.SharedStringNode[] names() {
      SmileGenerator.SharedStringNode[] made = names;
      return made != null ? made : (names = new SmileGenerator.SharedStringNode[NAMES]);
    }

    @Override
    public void close() {
      // It is used again.
    }
  }

  private static final class Writing extends SmileGenerator {
    private final Desks desks;
    private @Nullable Desk desk;

    Writing(ObjectWriteContext context, int features, int smile, OutputStream out, Desks desks, Desk desk) {
      super(
          context, desk, features, smile & ~SmileWriteFeature.CHECK_SHARED_NAMES.getMask(), out, desk.buffer(), 0, false);
      this.desks = desks;
      this.desk = desk;
      if (SmileWriteFeature.CHECK_SHARED_NAMES.enabledIn(smile)) {
        _formatFeatures = smile;
        _seenNames = desk.names();
        _seenNameCount = 0;
      }
    }

    @Override
    protected void _releaseBuffers() {
      Desk mine = desk;
      if (mine != null) {
        desk = null;
        _outputBuffer = null; // nobody's any more: as with Jackson's own, whoever writes on after the end fails
        if (_seenNameCount != 0 || _seenNames != mine.names) {
          Arrays.fill(mine.names(), null);
        }
        desks.giveBack(mine);
      }
    }
  }

  private static final class Reading extends SmileParser {
    private static final int NAMES_ONCE = StreamReadFeature.STRICT_DUPLICATE_DETECTION.getMask();

    private final Desks desks;
    private @Nullable Desk desk;

    Reading(
        ObjectReadContext context,
        int features,
        int smile,
        ByteQuadsCanonicalizer names,
        byte[] bytes,
        int start,
        int end,
        Desks desks,
        Desk desk) {
      super(context, desk, features & ~NAMES_ONCE, smile, names, null, bytes, start, end, false);
      this.desks = desks;
      this.desk = desk;
      if ((features & NAMES_ONCE) != 0) {
        _streamReadContext = desk.place.begin(this);
      }
    }

    Reading behindHeader() {
      boolean unused = handleSignature(true, true);
      return this;
    }

    @Override
    protected void _releaseBuffers2() {
      super._releaseBuffers2();
      Desk mine = desk;
      if (mine != null) {
        desk = null;
        mine.place.end();
        desks.giveBack(mine);
      }
    }
  }
}
