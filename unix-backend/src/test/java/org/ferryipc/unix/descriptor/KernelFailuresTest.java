package org.ferryipc.unix.descriptor;

import static org.assertj.core.api.Assertions.assertThat;

import org.ferryipc.core.failure.ResourceExhaustedException;
import org.ferryipc.core.failure.TransportException;
import org.ferryipc.unix.kernel.Errno;
import org.ferryipc.unix.kernel.KernelException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KernelFailuresTest {

  @ParameterizedTest
  @ValueSource(ints = {Errno.EMFILE, Errno.ENFILE, Errno.ENOMEM, Errno.ENOBUFS, Errno.ENOSPC, Errno.ETOOMANYREFS})
  void whatTheSystemHasNoMoreOfIsNamed(int errno) {
    assertThat(KernelFailures.typed("trying", new KernelException("memfd_create", errno)))
        .isInstanceOfSatisfying(
            ResourceExhaustedException.class, e -> assertThat(e.errno()).isEqualTo(Errno.name(errno)))
        .hasMessageContaining("trying: memfd_create: " + Errno.name(errno));
  }

  @Test
  void theDescriptorLimitIsSaidWhereItIsTheCause() throws Exception {
    assertThat(KernelFailures.typed("trying", Errno.EMFILE))
        .isInstanceOfSatisfying(
            ResourceExhaustedException.class,
            e -> assertThat(e.limit()).isPositive().isEqualTo(KernelFailures.descriptorLimit()));
    assertThat(KernelFailures.typed("trying", Errno.ENOMEM))
        .isInstanceOfSatisfying(ResourceExhaustedException.class, e -> assertThat(e.limit()).isEqualTo(-1));
  }

  @Test
  void aFailureWithoutATypeOfItsOwnKeepsItsCause() {
    KernelException failure = new KernelException("sendmsg", Errno.EPERM);
    assertThat(KernelFailures.typed("trying", failure))
        .isInstanceOf(TransportException.class)
        .hasMessage("trying: sendmsg: EPERM")
        .hasCause(failure);
  }
}
