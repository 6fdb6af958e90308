package org.ferryipc.peers;

import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.unix.DomainSocketAddress;
import io.grpc.stub.ServerCalls;
import java.nio.file.Path;

/** The process that gRPC calls. */
final class GrpcServer {
  static final String SOCKET = "grpc";

  private GrpcServer() {}

  public static void main(String[] arguments) throws Exception {
    PeerProcess.serve(arguments, GrpcServer::begin);
  }

  private static AutoCloseable begin(Path folder, PeerProcess.Ready ready) throws Exception {
    EpollEventLoopGroup accepting = new EpollEventLoopGroup(1);
    EpollEventLoopGroup working = new EpollEventLoopGroup();
    Server server =
        NettyServerBuilder.forAddress(new DomainSocketAddress(folder.resolve(SOCKET).toString()))
            .channelType(EpollServerDomainSocketChannel.class)
            .bossEventLoopGroup(accepting)
            .workerEventLoopGroup(working)
            .withChildOption(ChannelOption.SO_KEEPALIVE, null) // as in GrpcAdd
            .directExecutor() // the method does not block
            .addService(
                ServerServiceDefinition.builder("ferry.peers.Adder")
                    .addMethod(
                        GrpcAdder.ADD,
                        ServerCalls.asyncUnaryCall(
                            (pair, observer) -> {
                              observer.onNext(pair.a() + pair.b());
                              observer.onCompleted();
                            }))
                    .build())
            .build()
            .start();
    ready.say(SOCKET);
    return () -> {
      Server unused = server.shutdownNow();
      var unusedAccepting = accepting.shutdownGracefully();
      var unusedWorking = working.shutdownGracefully();
    };
  }
}
