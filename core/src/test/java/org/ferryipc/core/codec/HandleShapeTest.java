package org.ferryipc.core.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.OwnedFd;
import org.junit.jupiter.api.Test;

/** A user's codec that named too few messages ended a receive in an IndexOutOfBoundsException. */
class HandleShapeTest {
  private static final MessageType<?> TEXT = MessageType.of(String.class);

  @Test
  void aShapeNamesAsManyMessagesAsItsHandleCarries() {
    assertThat(new HandleShape(OwnedFd.class, List.of()).messages()).isEmpty();
    assertThat(new HandleShape(Duplex.class, List.of(TEXT, TEXT)).messages()).hasSize(2);
    assertThatThrownBy(() -> new HandleShape(IpcSender.class, List.of())).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new HandleShape(Duplex.class, List.of(TEXT))).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new HandleShape(OwnedFd.class, List.of(TEXT))).isInstanceOf(IllegalArgumentException.class);
  }
}
