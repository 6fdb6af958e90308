package org.ferryipc.unix.doorway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.doorway.DoorwayOptions;
import org.ferryipc.core.doorway.IpcListener;
import org.ferryipc.core.doorway.IpcProcess;
import org.ferryipc.core.doorway.PeerPolicy;
import org.ferryipc.core.doorway.SocketAccess;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.RefusedException;
import org.ferryipc.unix.doorway.Worker.Answer;
import org.ferryipc.unix.doorway.Worker.Ask;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processes of other users and of other name spaces are told apart, in both directions. */
@Timeout(60)
class OtherUsersTest {
  private static final MessageType<Hail> HAIL = MessageType.of(Hail.class);
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final int OTHER = 65533;

  // Another user, who may read class files wherever they lie but owns nothing and may write nothing here.
  private static final String[] AS_OTHER = {
    "setpriv", "--reuid", "" + OTHER, "--regid", "" + OTHER, "--clear-groups",
    "--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search", "--"
  };

  record Hail(String text) {}

  @TempDir private Path directory;

  @BeforeAll
  static void onlyRootCanBecomeAnotherUser() {
    assumeTrue(ChildJvm.mayChangeUser(), "only root can start a process of another user: run these tests as root");
  }

  private IpcListener<Hail, Hail> listener(DoorwayOptions options) throws Exception {
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    return IpcListener.open(directory.resolve("name").toString(), HAIL, HAIL, options);
  }

  private static DoorwayOptions forEveryone(PeerPolicy policy) {
    return DoorwayOptions.defaults().withAccess(SocketAccess.EVERYONE).withPolicy(policy);
  }

  /** Connects as it is told and says how it went. */
  static final class Client {
    public static void main(String[] arguments) throws Exception {
      PeerPolicy policy = arguments[1].equals("any") ? PeerPolicy.anyUser() : PeerPolicy.sameUser();
      DoorwayOptions options = DoorwayOptions.defaults().withPolicy(policy);
      try (Duplex<Hail, Hail> channel = Ferry.connect(arguments[0], HAIL, HAIL, options, LONG)) {
        channel.send(new Hail("hello"));
        System.out.println(channel.receive().text());
      } catch (IpcException e) {
        System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
      }
    }
  }

  private static String client(String name, String policy, String... under) throws Exception {
    try (ChildJvm child = ChildJvm.of(Client.class, name, policy).under(under).start()) {
      return String.join("\n", child.finish(LONG));
    }
  }

  /** Answers one client. {@return what the client prints} */
  private static String served(IpcListener<Hail, Hail> listener, String policy, String... under) throws Exception {
    try (ChildJvm child = ChildJvm.of(Client.class, listener.name(), policy).under(under).start();
        Duplex<Hail, Hail> channel = listener.accept(LONG)) {
      assertThat(channel.receive()).isEqualTo(new Hail("hello"));
      channel.send(new Hail("welcome, user " + channel.peer().uid()));
      return String.join("\n", child.finish(LONG));
    }
  }

  private static void servesItsOwnUser(IpcListener<Hail, Hail> listener, PeerPolicy policy) throws Exception {
    DoorwayOptions options = DoorwayOptions.defaults().withPolicy(policy);
    try (Duplex<Hail, Hail> channel = Ferry.connect(listener.name(), HAIL, HAIL, options, LONG);
        Duplex<Hail, Hail> served = listener.accept(LONG)) {
      channel.send(new Hail("own"));
      assertThat(served.receive()).isEqualTo(new Hail("own"));
    }
  }

  @Test
  void anotherUserIsRefusedByDefault() throws Exception {
    try (var listener = listener(forEveryone(PeerPolicy.sameUser()))) {
      assertThat(client(listener.name(), "any", AS_OTHER))
          .startsWith("RefusedException")
          .contains("policy does not admit process", "of user " + OTHER);
      servesItsOwnUser(listener, PeerPolicy.sameUser());
    }
  }

  @Test
  void anotherUserIsAdmittedByName() throws Exception {
    try (var listener = listener(forEveryone(PeerPolicy.users(OTHER)))) {
      assertThat(served(listener, "any", AS_OTHER)).isEqualTo("welcome, user OptionalInt[" + OTHER + "]");
      assertThatThrownBy(() -> servesItsOwnUser(listener, PeerPolicy.sameUser()))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("of user 0");
    }
  }

  @Test
  void aClientRefusesTheServerOfAnotherUserByDefault() throws Exception {
    try (var listener = listener(forEveryone(PeerPolicy.anyUser()))) {
      assertThat(client(listener.name(), "same", AS_OTHER))
          .startsWith("RefusedException")
          .contains("this side's policy does not admit the server", "of user 0");
    }
  }

  @Test
  void theFileSystemKeepsOthersOutByDefault() throws Exception {
    try (var listener = listener(DoorwayOptions.defaults().withPolicy(PeerPolicy.anyUser()))) {
      assertThat(client(listener.name(), "any", AS_OTHER)).startsWith("RefusedException").contains("Permission denied");
    }
  }

  @Test
  void anAbstractNameKeepsNobodyOutButThePolicyDoes() throws Exception {
    String name = "@ferry-users-" + ProcessHandle.current().pid();
    try (var listener = IpcListener.open(name, HAIL, HAIL, DoorwayOptions.defaults())) {
      assertThat(client(name, "any", AS_OTHER)).startsWith("RefusedException").contains("of user " + OTHER);
    }
  }

  @Test
  void aUserWithoutANumberHereIsUnknownAndRefusedByDefault() throws Exception {
    try (var listener = listener(forEveryone(PeerPolicy.sameUser()))) {
      // In a fresh user name space without a map nobody has a number, this server's user neither.
      assertThat(client(listener.name(), "same", "unshare", "--user", "--"))
          .startsWith("RefusedException")
          .contains("of an unknown user");
    }
  }

  @Test
  void aProcessWithoutANumberHereIsUnknownAndRefusedByDefault() throws Exception {
    try (var listener = listener(forEveryone(PeerPolicy.sameUser()))) {
      assertThat(client(listener.name(), "same", "unshare", "--pid", "--fork", "--kill-child", "--"))
          .startsWith("RefusedException")
          .contains("a process of another name space");
      assertThat(served(listener, "any", "unshare", "--pid", "--fork", "--kill-child", "--"))
          .isEqualTo("welcome, user OptionalInt[0]");
    }
  }

  @Test
  void aServerRefusesAProcessThatItCannotSee() throws Exception {
    Path name = directory.resolve("inner");
    try (ChildJvm child =
        ChildJvm.of(Server.class, name.toString()).under("unshare", "--pid", "--fork", "--kill-child", "--").start()) {
      child.awaitLine("open", LONG);
      assertThatThrownBy(() -> Ferry.connect(name.toString(), HAIL, HAIL, DoorwayOptions.defaults(), LONG))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("its policy does not admit a process of another name space");
      child.endInput();
      child.finish(LONG);
    }
  }

  /** Listens until it is told to end. */
  static final class Server {
    public static void main(String[] arguments) throws Exception {
      try (var listener = IpcListener.open(arguments[0], HAIL, HAIL, DoorwayOptions.defaults())) {
        System.out.println("open " + listener.name());
        int end = System.in.read();
        assert end < 0;
      }
    }
  }

  @Test
  void aChildMayBeOfAnotherUser() throws Exception {
    Path file = Files.writeString(directory.resolve("file"), "not for others");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    Path output = directory.resolve("output");
    try (var child =
        IpcProcess.java(Worker.class, "read")
            .jvmOptions("-XX:-UsePerfData")
            .launcher(AS_OTHER)
            .options(forEveryone(PeerPolicy.users(OTHER)))
            .adjust(b -> b.redirectErrorStream(true).redirectOutput(output.toFile()))
            .start(Ask.class, Answer.class)) {
      Duplex<Ask, Answer> channel = child.accept(LONG);
      assertThat(channel.peer().uid()).hasValue(OTHER);
      channel.send(new Ask("it reads: ", OwnedFd.open(file)));
      assertThat(channel.receive()).isEqualTo(new Answer("it reads: not for others"));
      child.close();
      assertThat(child.process().waitFor()).isZero();
    }
    assertThat(output).hasContent("");
  }

  @Test
  void aChildOfAnotherUserIsRefusedByDefault() throws Exception {
    Path output = directory.resolve("output");
    for (SocketAccess access : List.of(SocketAccess.OWNER, SocketAccess.EVERYONE)) {
      try (var child =
          IpcProcess.java(Worker.class, "read")
              .jvmOptions("-XX:-UsePerfData")
              .launcher(AS_OTHER)
              .options(DoorwayOptions.defaults().withAccess(access))
              .adjust(b -> b.redirectErrorStream(true).redirectOutput(output.toFile()))
              .start(Ask.class, Answer.class)) {
        assertThatThrownBy(() -> child.accept(LONG)).isInstanceOf(DisconnectedException.class);
      }
      assertThat(output)
          .content()
          .contains("RefusedException")
          .contains(access == SocketAccess.OWNER ? "Permission denied" : "its policy does not admit process");
    }
  }
}
