package org.ferryipc.benches.memory;

import java.lang.foreign.MemorySegment;
import org.ferryipc.core.SharedMemory;
import org.ferryipc.core.failure.IpcException;

/** How the memory is changed at a hop. */
enum Hops {
  /** In place: the same memory goes to and fro. */
  IN_PLACE {
    @Override
    SharedMemory hop(SharedMemory came) throws IpcException {
      MemorySegment bytes = came.segment();
      Increment.all(bytes, bytes);
      return came;
    }

    @Override
    SharedMemory begin(int bytes) throws IpcException {
      return SharedMemory.allocate(bytes).writable();
    }
  },
  /** Into new memory, as who only may read must. */
  COPIED {
    @Override
    SharedMemory hop(SharedMemory came) throws IpcException {
      try (came) {
        SharedMemory next = SharedMemory.allocate(came.length());
        Increment.all(came.segment(), next.segment());
        return next;
      }
    }

    @Override
    SharedMemory begin(int bytes) throws IpcException {
      return SharedMemory.allocate(bytes);
    }
  };

  /** {@return the memory to send on}, after it was changed */
  abstract SharedMemory hop(SharedMemory came) throws IpcException;

  /** {@return memory to begin with} */
  abstract SharedMemory begin(int bytes) throws IpcException;
}
