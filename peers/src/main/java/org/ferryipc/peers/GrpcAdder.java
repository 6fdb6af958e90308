package org.ferryipc.peers;

import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/**
 * The method {@code add} as gRPC has it. Numbers travel as four bytes each, which costs less than the messages of protocol
 * buffers that gRPC would have, and needs no generator.
 */
final class GrpcAdder {
  private GrpcAdder() {}

  /** Two numbers. */
  record Pair(int a, int b) {}

  static final MethodDescriptor<Pair, Integer> ADD =
      MethodDescriptor.<Pair, Integer>newBuilder()
          .setType(MethodDescriptor.MethodType.UNARY)
          .setFullMethodName(MethodDescriptor.generateFullMethodName("ferry.peers.Adder", "add"))
          .setRequestMarshaller(new Pairs())
          .setResponseMarshaller(new Sums())
          .build();

  private static final class Pairs implements MethodDescriptor.Marshaller<Pair> {
    @Override
    public InputStream stream(Pair pair) {
      return new ByteArrayInputStream(ByteBuffer.allocate(8).putInt(pair.a()).putInt(pair.b()).array());
    }

    @Override
    public Pair parse(InputStream stream) {
      ByteBuffer bytes = read(stream);
      return new Pair(bytes.getInt(), bytes.getInt());
    }
  }

  private static final class Sums implements MethodDescriptor.Marshaller<Integer> {
    @Override
    public InputStream stream(Integer sum) {
      return new ByteArrayInputStream(ByteBuffer.allocate(4).putInt(sum).array());
    }

    @Override
    public Integer parse(InputStream stream) {
      return read(stream).getInt();
    }
  }

  private static ByteBuffer read(InputStream stream) {
    try {
      return ByteBuffer.wrap(stream.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
