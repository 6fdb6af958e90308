package org.ferryipc.core.encode.form;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.RandomAccess;

/** A list: a reference to its elements in place, one behind the other. */
record ListForm(Form element) implements ReferenceForm {
  @Override
  public void write(Output out, int at, Object value) {
    List<?> list = (List<?>) value;
    int count = list.size();
    if (count == 0) {
      return;
    }
    int length = Output.arrayLength((long) count * element.size());
    out.enter();
    int target = out.claim(length);
    out.reference(at, count, target);
    int i = 0;
    try {
      if (list instanceof RandomAccess) { // without an iterator, which would be garbage
        for (; i < count; i++) {
          put(out, target, i, list.get(i));
        }
      } else {
        for (Object one : list) {
          if (i == count) {
            throw Problem.value("the list has grown");
          }
          put(out, target, i, one);
          i++;
        }
      }
    } catch (RuntimeException failed) {
      throw under(failed, i);
    }
    if (i < count) {
      throw Problem.value("the list has shrunk");
    }
    out.leave();
  }

  private void put(Output out, int target, int i, Object one) {
    RecordForm.requirePresent(one);
    element.write(out, target + i * element.size(), one);
  }

  private static Problem under(RuntimeException failed, int i) {
    Problem problem = failed instanceof Problem known ? known : Problem.code("the list", failed);
    return problem.under("[" + i + "]");
  }

  @Override
  public void check(Input in, int at) {
    int count = in.checkReference(at, element.size());
    if (count == 0) {
      return;
    }
    in.enter();
    if (!element.anyBits()) {
      checkElements(in, in.target(at), count);
    }
    in.leave();
  }

  private void checkElements(Input in, int target, int count) {
    int i = 0;
    try {
      for (; i < count; i++) {
        element.check(in, target + i * element.size());
      }
    } catch (RuntimeException failed) {
      throw under(failed, i);
    }
  }

  @Override
  public Object read(Input in, int at) {
    int count = in.count(at);
    if (count == 0) {
      return List.of();
    }
    int size = element.size();
    int target = in.target(at);
    List<Object> list = new ArrayList<>(count);
    int i = 0;
    try {
      for (; i < count; i++) {
        list.add(element.read(in, target + i * size));
      }
    } catch (RuntimeException failed) {
      throw under(failed, i);
    }
    return Collections.unmodifiableList(list);
  }
}
