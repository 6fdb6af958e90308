package org.ferryipc.examples.wordcount;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ferryipc.core.leak.OpenDescriptors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegularFilesTest {
  private static final int DEEP = 500; // more than a process can have open where only 256 are allowed

  @TempDir Path root;
  private final List<String> unreadable = new ArrayList<>();

  @Test
  void filesComeInTheOrderOfTheirNamesAndLinksAreNotFollowed() throws IOException {
    for (String name : List.of("b/2", "b/1", "a", "c")) {
      write(name);
    }
    Files.createSymbolicLink(root.resolve("b/again"), root);
    Files.createSymbolicLink(root.resolve("file"), root.resolve("a"));
    Files.createSymbolicLink(root.resolve("nowhere"), root.resolve("none"));
    RegularFiles tree = tree(Set.of());

    assertThat(names(tree)).containsExactly("a", "b/1", "b/2", "c");
    assertThat(tree.links()).isEqualTo(3);
    assertThat(unreadable).isEmpty();
  }

  @Test
  void whatIsLeftOutIsNotEnteredAtAnyDepth() throws IOException {
    for (String name : List.of("a/skip/x", "skip/y", "skipped", "b/skip", "b/c")) {
      write(name);
    }

    assertThat(names(tree(Set.of("skip")))).containsExactly("b/c", "skipped");
  }

  @Test
  void theRootMayBeALink() throws IOException {
    write("real/x");
    Path link = Files.createSymbolicLink(root.resolve("link"), root.resolve("real"));

    assertThat(names(new RegularFiles(link, Set.of(), this::note))).containsExactly("x");
  }

  @Test
  void whatVanishedAfterItsDirectoryWasReadIsNoFailure() throws IOException {
    for (String name : List.of("a", "b", "c/x", "d")) {
      write(name);
    }
    RegularFiles tree = tree(Set.of());
    assertThat(tree.next()).contains(root.resolve("a"));
    Files.delete(root.resolve("b"));
    Files.delete(root.resolve("c/x"));
    Files.delete(root.resolve("c"));

    assertThat(names(tree)).containsExactly("d");
    assertThat(tree.vanished()).isEqualTo(2);
    assertThat(unreadable).isEmpty();
  }

  @Test
  void depthCostsNoDescriptors() throws IOException {
    Path deepest = Files.createDirectories(root.resolve("d/".repeat(DEEP)));
    Files.createFile(deepest.resolve("x"));
    OpenDescriptors before = OpenDescriptors.now();
    RegularFiles tree = tree(Set.of());

    assertThat(tree.next()).isPresent();
    assertThat(OpenDescriptors.now().since(before)).isEmpty();
  }

  private RegularFiles tree(Set<String> leftOut) {
    return new RegularFiles(root, leftOut, this::note);
  }

  private void note(String name, String reason) {
    unreadable.add(name + ": " + reason);
  }

  private void write(String name) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.createFile(file);
  }

  private static List<String> names(RegularFiles tree) {
    List<String> names = new ArrayList<>();
    for (Optional<Path> next = tree.next(); next.isPresent(); next = tree.next()) {
      names.add(tree.name(next.get()));
    }
    return names;
  }
}
