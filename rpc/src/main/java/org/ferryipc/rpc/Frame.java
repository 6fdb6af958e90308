package org.ferryipc.rpc;

import java.util.List;
import java.util.Map;
import org.ferryipc.core.failure.SerializationException;
import org.jspecify.annotations.Nullable;

/** One message between the two sides of a connection. The bytes are {@link FrameCodec}'s. */
sealed interface Frame extends RpcMessage {

  /**
   * The first frame of each side: what it serves and what it puts up with.
   *
   * @param root the name of the interface that object 0 implements; empty if nothing is served
   * @param codec the name of the codec of values
   * @param callsInFlight how many calls of the other side it takes at a time
   * @param messageBytes the longest frame it takes
   * @param handles how many handles in one frame it takes
   * @param tables for each interface that it may be called through, its methods by their numbers
   */
  record Hello(
      String root, String codec, int callsInFlight, int messageBytes, int handles, Map<String, List<String>> tables)
      implements Frame {}

  /** Further interfaces that the sender may be called through, as in its hello. */
  record Tables(Map<String, List<String>> tables) implements Frame {}

  /**
   * A call.
   *
   * @param id of the caller's numbering; never used again
   * @param within the id of the call of the other side on whose behalf this one is made; 0 if there is none
   * @param object the called object, 0 for the root
   * @param number of the method in the table of the called side
   * @param oneWay whether nobody waits for an answer
   * @param forms how its arguments are written
   * @param arguments the arguments
   * @param cargo what travels by reference
   * @param target the called object here; null in a call that is sent
   */
  record Call(
      long id,
      long within,
      long object,
      int number,
      boolean oneWay,
      MethodForms forms,
      @Nullable Object[] arguments,
      Cargo cargo,
      @Nullable Export target)
      implements Frame {}

  /** A call that arrived and cannot be made; it costs nobody else. */
  record Unreadable(long id, long within, boolean oneWay, Fault fault) implements Frame {}

  /**
   * What a call returned.
   *
   * @param id of the call
   * @param form how the value is written
   * @param value the value
   * @param cargo what travels by reference
   */
  record Result(long id, ValueForm form, @Nullable Object value, Cargo cargo) implements Frame {}

  /** A result that arrived and does not decode. */
  record UnreadableResult(long id, SerializationException why) implements Frame {}

  /** Why a call has no result. */
  record Failed(long id, Fault fault) implements Frame {}

  /** The caller does not wait for call {@code id} any more. */
  record Cancel(long id) implements Frame {}

  /** A reference to {@code object} was closed or lost. */
  record Release(long object) implements Frame {}

  /** So many one-way calls are done. */
  record Settled(int count) implements Frame {}

  /** No further call will be taken. */
  record Goodbye(String text) implements Frame {}

  /** A frame of the other side was lost here with its handles, and nobody knows which. */
  record Lost(String text) implements Frame {}
}
