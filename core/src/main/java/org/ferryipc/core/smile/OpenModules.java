package org.ferryipc.core.smile;

import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import org.ferryipc.core.failure.SerializationException;
import tools.jackson.databind.ObjectMapper;

/**
 * Checks that Jackson may use what it needs of a named module. Jackson itself does not say: it goes on without access, and
 * the first message fails.
 */
final class OpenModules {
  private static final Module JACKSON = ObjectMapper.class.getModule();

  private OpenModules() {}

  /** Checks a class that is to be made. */
  static void check(Class<?> type) throws SerializationException {
    if (!Modifier.isAbstract(type.getModifiers())) { // nor an interface, which is abstract too
      require(type, isPublic(type));
    }
  }

  /** Checks what is to be read or called. */
  static void check(Member member) throws SerializationException {
    Class<?> type = member.getDeclaringClass();
    require(type, Modifier.isPublic(member.getModifiers()) && isPublic(type));
  }

  private static void require(Class<?> type, boolean isPublic) throws SerializationException {
    Module module = type.getModule();
    String named = type.getPackageName();
    if (module.isNamed()
        && !module.isOpen(named, JACKSON)
        && !(isPublic && module.isExported(named, JACKSON))) {
      throw new SerializationException(
          type.getName()
              + " cannot be read or made: the module-info of "
              + module.getName()
              + " must say `opens "
              + named
              + (JACKSON.isNamed() ? " to " + JACKSON.getName() : "")
              + ";`",
          null);
    }
  }

  private static boolean isPublic(Class<?> type) {
    for (Class<?> at = type; at != null; at = at.getEnclosingClass()) {
      if (!Modifier.isPublic(at.getModifiers())) {
        return false;
      }
    }
    return true;
  }
}
