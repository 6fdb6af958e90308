package org.ferryipc.unix.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;

/** A channel that has nothing to do with a hostile peer, and must not feel it. */
final class OtherChannel {
  record Note(String text) {}

  private OtherChannel() {}

  static void works() throws Exception {
    try (IpcChannel<Note> notes = Ferry.channel(Note.class)) {
      notes.sender().send(new Note("unharmed"));
      assertThat(notes.receiver().receive()).isEqualTo(new Note("unharmed"));
    }
  }
}
