package org.ferryipc.receiverset.async;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow.Publisher;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.LanePolicy;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.Reach;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.HandleStateException;
import org.ferryipc.core.failure.IpcException;
import org.reactivestreams.tck.TestEnvironment;
import org.reactivestreams.tck.flow.FlowPublisherVerification;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.Factory;
import org.testng.annotations.Test;

/** The rules of reactive streams, tried by their own kit, which is written for TestNG. */
public class PublisherRulesTest extends FlowPublisherVerification<Long> {
  private static final long TIMEOUT_MILLIS = 2_000;
  private static final long SILENCE_MILLIS = 100;

  private final ChannelOptions options;
  private final List<AutoCloseable> opened = new CopyOnWriteArrayList<>();

  private PublisherRulesTest(ChannelOptions options) {
    super(new TestEnvironment(TIMEOUT_MILLIS, SILENCE_MILLIS));
    this.options = options;
  }

  @Factory
  public static Object[] transports() {
    return new Object[] {
      new PublisherRulesTest(ChannelOptions.defaults().withReach(Reach.PROCESS)),
      new PublisherRulesTest(ChannelOptions.defaults().withLanes(LanePolicy.NEVER))
    };
  }

  @Override
  public Publisher<Long> createFlowPublisher(long elements) {
    try {
      IpcChannel<Long> channel = Ferry.channel(MessageType.of(Long.class), options);
      ReceiverPublisher<Long> publisher = ReceiverPublisher.of(channel.receiver());
      opened.add(channel);
      opened.add(publisher);
      Thread unused = Thread.ofVirtual().start(() -> send(channel, elements));
      return publisher;
    } catch (IpcException e) {
      throw new AssertionError(e);
    }
  }

  private static void send(IpcChannel<Long> channel, long elements) {
    try {
      for (long i = 0; i < elements; i++) {
        channel.sender().send(i);
      }
      channel.sender().close();
    } catch (DisconnectedException | HandleStateException testIsOver) {
      // The test wanted no more.
    } catch (IpcException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public Publisher<Long> createFailedFlowPublisher() {
    ReceiverPublisher<Long> closed = (ReceiverPublisher<Long>) createFlowPublisher(1);
    closed.close();
    return closed;
  }

  @AfterMethod
  public void closeAll() throws Exception {
    for (AutoCloseable one : opened) {
      one.close();
    }
    opened.clear();
  }

  // The kit skips these always: they have no test. Ours are in PublishingContract.

  @Override
  @Test(enabled = false)
  public void untested_spec106_mustConsiderSubscriptionCancelledAfterOnErrorOrOnCompleteHasBeenCalled() {}

  @Override
  @Test(enabled = false)
  public void untested_spec107_mustNotEmitFurtherSignalsOnceOnErrorHasBeenSignalled() {}

  @Override
  @Test(enabled = false)
  public void untested_spec108_possiblyCanceledSubscriptionShouldNotReceiveOnErrorOrOnCompleteSignals() {}

  @Override
  @Test(enabled = false)
  public void untested_spec109_subscribeShouldNotThrowNonFatalThrowable() {}

  @Override
  @Test(enabled = false)
  public void untested_spec110_rejectASubscriptionRequestIfTheSameSubscriberSubscribesTwice() {}

  @Override
  @Test(enabled = false)
  public void untested_spec304_requestShouldNotPerformHeavyComputations() {}

  @Override
  @Test(enabled = false)
  public void untested_spec305_cancelMustNotSynchronouslyPerformHeavyComputation() {}

  // For publishers with several subscribers at a time, which this is not.

  @Override
  @Test(enabled = false)
  public void optional_spec111_maySupportMultiSubscribe() {}

  @Override
  @Test(enabled = false)
  public void optional_spec111_registeredSubscribersMustReceiveOnNextOrOnCompleteSignals() {}

  @Override
  @Test(enabled = false)
  public void optional_spec111_multicast_mustProduceTheSameElementsInTheSameSequenceToAllOfItsSubscribersWhenRequestingOneByOne() {}

  @Override
  @Test(enabled = false)
  public void optional_spec111_multicast_mustProduceTheSameElementsInTheSameSequenceToAllOfItsSubscribersWhenRequestingManyUpfront() {}

  @Override
  @Test(enabled = false)
  public void optional_spec111_multicast_mustProduceTheSameElementsInTheSameSequenceToAllOfItsSubscribersWhenRequestingManyUpfrontAndCompleteAsExpected() {}
}
