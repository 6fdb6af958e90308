package org.ferryipc.core.smile;

import java.io.OutputStream;
import java.util.Objects;
import org.ferryipc.core.codec.PayloadBuffer;
import org.ferryipc.core.failure.LimitExceededException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.io.IOContext;
import tools.jackson.dataformat.smile.SmileGenerator;
import tools.jackson.dataformat.smile.SmileWriteFeature;

/**
 * Jackson's generator, which writes one message after the other: only such as have no name twice, so that it need not look for
 * names it has written. Whoever meets an exception in a message drops it.
 */
final class LastingGenerator extends SmileGenerator {
  private final Target target;

  private LastingGenerator(IOContext context, int features, int smile, byte[] buffer, Target target) {
    super(
        ObjectWriteContext.empty(),
        context,
        features,
        smile & ~SmileWriteFeature.CHECK_SHARED_NAMES.getMask(),
        target,
        buffer,
        0,
        false);
    _formatFeatures = smile; // what the header says
    this.target = target;
  }

  static LastingGenerator of(IOContext context, int features, int smile, byte[] buffer) {
    return new LastingGenerator(context, features, smile, buffer, new Target());
  }

  void begin(PayloadBuffer out) {
    target.message = out;
    _bytesWritten = 0;
    var unused = writeHeader();
  }

  void end() {
    _flushBuffer();
    target.message = null;
  }

  private static final class Target extends OutputStream {
    @Nullable PayloadBuffer message;

    @Override
    public void write(int b) throws LimitExceededException {
      Objects.requireNonNull(message).write(b);
    }

    @Override
    public void write(byte[] source, int from, int count) throws LimitExceededException {
      Objects.requireNonNull(message).write(source, from, count);
    }
  }
}
