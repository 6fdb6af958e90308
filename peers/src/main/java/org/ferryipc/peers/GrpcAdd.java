package org.ferryipc.peers;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.unix.DomainSocketAddress;
import io.grpc.stub.ClientCalls;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.ferryipc.benches.calls.Callers;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What does a call of two numbers cost by gRPC on a Unix socket? */
@State(Scope.Thread)
public class GrpcAdd {
  private static final int SECONDS = 10;

  private final Callers callers = new Callers();

  @SuppressWarnings("NullAway.Init") // by open
  private PeerProcess server;

  @SuppressWarnings("NullAway.Init") // by open
  private EpollEventLoopGroup loops;

  @SuppressWarnings("NullAway.Init") // by open
  private ManagedChannel channel;

  /** Starts the other process. */
  @Setup
  public void open() throws IOException, InterruptedException {
    server = PeerProcess.start(GrpcServer.class);
    loops = new EpollEventLoopGroup();
    channel =
        NettyChannelBuilder.forAddress(
                new DomainSocketAddress(server.folder().resolve(GrpcServer.SOCKET).toString()))
            .channelType(EpollDomainSocketChannel.class)
            .eventLoopGroup(loops)
            .withOption(ChannelOption.SO_KEEPALIVE, null) // gRPC sets it on every channel; a Unix socket has none, and Netty warns
            .overrideAuthority("localhost") // a path is none
            .usePlaintext()
            .directExecutor()
            .build();
  }

  /** Calls. */
  @Benchmark
  public int add() {
    return callers.one(this::call);
  }

  /** Calls from sixteen threads at a time. */
  @Benchmark
  @OperationsPerInvocation(Callers.CALLS)
  public int addBySixteen() throws InterruptedException {
    return callers.run(this::call);
  }

  private int call(int a, int b) {
    return ClientCalls.blockingUnaryCall(channel, GrpcAdder.ADD, CallOptions.DEFAULT, new GrpcAdder.Pair(a, b));
  }

  /** Ends the other process. */
  @TearDown
  public void close() throws IOException, InterruptedException {
    callers.close();
    boolean ended = channel.shutdownNow().awaitTermination(SECONDS, TimeUnit.SECONDS);
    if (!ended) {
      throw new IllegalStateException("the channel does not end");
    }
    boolean unused = loops.shutdownGracefully(0, SECONDS, TimeUnit.SECONDS).await(SECONDS, TimeUnit.SECONDS);
    server.close();
  }
}
