package org.ferryipc.core.smile;

import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.io.IOContext;
import tools.jackson.core.sym.ByteQuadsCanonicalizer;
import tools.jackson.core.util.SimpleStreamReadContext;
import tools.jackson.dataformat.smile.SmileConstants;
import tools.jackson.dataformat.smile.SmileParser;

/**
 * Jackson's parser, which reads one message after the other, as long as each is exactly what was expected up to its last byte. After
 * any other message, and after any exception, it is dropped: so what it has seen and might remember are names that the reader asked
 * for, and values that it took.
 *
 * <p>It looks for no name that stands twice, as its reader asks for each name once.
 */
final class LastingParser extends SmileParser {
  private static final byte[] NOTHING = {};

  private final SimpleStreamReadContext message;

  LastingParser(IOContext context, int features, int smile, ByteQuadsCanonicalizer names) {
    super(ObjectReadContext.empty(), context, features, smile, names, null, NOTHING, 0, 0, false);
    this.message = _streamReadContext;
  }

  /** {@return whether these bytes begin like a message} */
  boolean begins(byte[] bytes, int offset, int length) {
    if (length == 0 || bytes[offset] != SmileConstants.HEADER_BYTE_1) {
      return false;
    }
    streamReadConstraints().validateDocumentLength(length);
    _inputBuffer = bytes;
    _inputPtr = offset;
    _inputEnd = offset + length;
    _currInputProcessed = -offset;
    _currToken = null;
    _tokenIncomplete = false;
    _tokenCount = 0;
    _streamReadContext = message;
    _seenNames = NO_STRINGS;
    _seenNameCount = 0;
    _seenStringValues = null;
    _seenStringValueCount = -1;
    return handleSignature(true, true);
  }

  /** {@return whether the last token was the end of the message and its last byte} */
  boolean isDone() {
    return _inputPtr == _inputEnd && _streamReadContext == message;
  }

  /** Lets the message go. */
  void end() {
    _inputBuffer = NOTHING;
    _inputPtr = 0;
    _inputEnd = 0;
    _textBuffer.releaseBuffers();
  }
}
