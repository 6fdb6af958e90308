package org.ferryipc.core.encode.form;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_Throwable;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/**
 * Makes the class that writes, checks and reads one type of record: straight code, in which the accessors, the constructor and
 * the forms of the components are constants, so that the compiler sees through all of it.
 *
 * <p>The class is a hidden one of this package: no class of the program is named in it, whatever loader that has.
 */
final class RecordCode {
  private static final ClassDesc FORM = desc(Form.class);
  private static final ClassDesc OPTIONAL = desc(OptionalForm.class);
  private static final ClassDesc RECORD = desc(RecordForm.class);
  private static final ClassDesc SCALAR = desc(Scalar.class);
  private static final ClassDesc SHAPE = desc(RecordForm.Shape.class);
  private static final ClassDesc OUTPUT = desc(Output.class);
  private static final ClassDesc INPUT = desc(Input.class);
  private static final ClassDesc HANDLE = ConstantDescs.CD_MethodHandle;
  private static final MethodTypeDesc WRITE = MethodTypeDesc.of(CD_void, OUTPUT, CD_int, CD_Object);
  private static final MethodTypeDesc CHECK = MethodTypeDesc.of(CD_void, INPUT, CD_int);
  private static final MethodTypeDesc READ = MethodTypeDesc.of(CD_Object, INPUT, CD_int);
  private static final MethodTypeDesc INT_AT = MethodTypeDesc.of(CD_int, CD_int);
  private static final MethodTypeDesc TWO_INTS = MethodTypeDesc.of(CD_int, CD_int, CD_int);

  // Slots of the three methods' parameters.
  private static final int SELF = 0;
  private static final int MESSAGE = 1;
  private static final int AT = 2;
  private static final int VALUE = 3;

  private static final int IN_CONSTRUCTOR = -1;

  private final List<Component> components;
  private final List<Component> ordered;
  private final boolean table;
  private final RecordForm.Shape shape;
  private final MethodHandle constructor;

  private RecordCode(RecordForm.Shape shape, List<Component> components, boolean table, MethodHandle constructor) {
    this.shape = shape;
    this.components = components;
    this.table = table;
    this.constructor = constructor;
    this.ordered = new ArrayList<>(components);
    this.ordered.sort(Comparator.comparingInt(Component::ordinal));
  }

  /** {@return the form of a record} */
  static RecordForm make(
      Class<?> type, RecordForm.Shape shape, List<Component> components, boolean table, MethodHandle constructor) {
    RecordCode code = new RecordCode(shape, components, table, constructor);
    List<Object> constants = new ArrayList<>();
    components.forEach(c -> constants.add(c.accessor()));
    components.forEach(c -> constants.add(c.form()));
    constants.add(constructor);
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    try {
      MethodHandles.Lookup made =
          lookup.defineHiddenClassWithClassData(code.bytes(type.getSimpleName()), List.copyOf(constants), true);
      return (RecordForm)
          made.findConstructor(made.lookupClass(), MethodType.methodType(void.class, RecordForm.Shape.class))
              .invoke(shape);
    } catch (Throwable e) {
      throw new AssertionError("a form of " + type, e);
    }
  }

  private byte[] bytes(String name) {
    ClassDesc self = ClassDesc.of(RecordCode.class.getPackageName(), "Form$" + name);
    MethodTypeDesc made = MethodTypeDesc.of(CD_void, SHAPE);
    return ClassFile.of()
        .build(
            self,
            c ->
                c.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC)
                    .withSuperclass(RECORD)
                    .withMethodBody(
                        ConstantDescs.INIT_NAME,
                        made,
                        0,
                        b -> b.aload(SELF).aload(1).invokespecial(RECORD, ConstantDescs.INIT_NAME, made).return_())
                    .withMethodBody("write", WRITE, ClassFile.ACC_PUBLIC, this::write)
                    .withMethodBody("check", CHECK, ClassFile.ACC_PUBLIC, this::check)
                    .withMethodBody("read", READ, ClassFile.ACC_PUBLIC, this::read));
  }

  private void write(CodeBuilder b) {
    int step = b.allocateLocal(TypeKind.INT);
    b.aload(VALUE).invokestatic(RECORD, "requirePresent", MethodTypeDesc.of(CD_void, CD_Object));
    guarded(b, step, "encoding", t -> {
      if (table) {
        writeTable(t, step);
      } else {
        writeRecord(t, step);
      }
    });
    b.return_();
  }

  private void writeRecord(CodeBuilder b, int step) {
    for (int i = 0; i < components.size(); i++) {
      Component component = components.get(i);
      b.loadConstant(i).istore(step);
      if (component.isPrimitive()) {
        place(b.aload(MESSAGE), component.offset());
        access(b, i);
        b.invokevirtual(OUTPUT, numberMethod(component), MethodTypeDesc.of(CD_void, CD_int, desc(component.primitive())));
      } else {
        int value = b.allocateLocal(TypeKind.REFERENCE);
        access(b, i);
        b.astore(value);
        b.aload(value).invokestatic(RECORD, "requirePresent", MethodTypeDesc.of(CD_void, CD_Object));
        place(form(b, i).aload(MESSAGE), component.offset());
        b.aload(value).invokeinterface(FORM, "write", WRITE);
      }
    }
  }

  private void writeTable(CodeBuilder b, int step) {
    int[] values = new int[components.size()];
    for (int i = 0; i < components.size(); i++) {
      values[i] = b.allocateLocal(TypeKind.REFERENCE);
      b.loadConstant(i).istore(step);
      access(b, i);
      b.astore(values[i]);
      b.aload(values[i]).invokestatic(RECORD, "requirePresent", MethodTypeDesc.of(CD_void, CD_Object));
    }
    int count = b.allocateLocal(TypeKind.INT);
    b.iconst_0().istore(count);
    for (Component component : ordered) {
      int i = components.indexOf(component);
      Label absent = b.newLabel();
      optional(b, i).aload(values[i]);
      b.invokevirtual(OPTIONAL, "isPresent", MethodTypeDesc.of(CD_boolean, CD_Object)).ifeq(absent);
      b.loadConstant(component.ordinal()).istore(count);
      b.labelBinding(absent);
    }
    int target = b.allocateLocal(TypeKind.INT);
    b.aload(MESSAGE).iload(AT).iload(count).invokevirtual(OUTPUT, "table", TWO_INTS).istore(target);
    for (Component component : ordered) {
      int i = components.indexOf(component);
      Label beyond = b.newLabel();
      b.iload(count).loadConstant(component.ordinal()).if_icmplt(beyond);
      b.loadConstant(i).istore(step);
      form(b, i).aload(MESSAGE).iload(target).loadConstant(component.offset()).iadd();
      b.aload(values[i]).invokeinterface(FORM, "write", WRITE);
      b.labelBinding(beyond);
    }
  }

  private void check(CodeBuilder b) {
    int step = b.allocateLocal(TypeKind.INT);
    guarded(b, step, "decoding", t -> {
      if (table) {
        checkTable(t, step);
      } else {
        checkRecord(t, step);
      }
    });
    b.return_();
  }

  private void checkRecord(CodeBuilder b, int step) {
    int end = 0;
    for (int i = 0; i < components.size(); i++) {
      Component component = components.get(i);
      checkPadding(b, end, component.offset());
      end = component.end();
      if (!component.form().anyBits()) {
        b.loadConstant(i).istore(step);
        if (component.isPrimitive()) {
          place(b.aload(MESSAGE), component.offset());
          b.invokestatic(SCALAR, "checkBool", CHECK);
        } else {
          place(form(b, i).aload(MESSAGE), component.offset());
          b.invokeinterface(FORM, "check", CHECK);
        }
      }
    }
    b.loadConstant(IN_CONSTRUCTOR).istore(step);
    checkPadding(b, end, shape.size());
  }

  private static void checkPadding(CodeBuilder b, int from, int to) {
    if (to > from) {
      place(b.aload(MESSAGE), from);
      b.loadConstant(to - from).invokevirtual(INPUT, "zeros", MethodTypeDesc.of(CD_void, CD_int, CD_int));
    }
  }

  private void checkTable(CodeBuilder b, int step) {
    int count = b.allocateLocal(TypeKind.INT);
    int target = b.allocateLocal(TypeKind.INT);
    b.aload(MESSAGE).iload(AT).loadConstant(EnvelopeForm.SIZE);
    b.invokevirtual(INPUT, "checkReference", TWO_INTS).istore(count);
    b.aload(MESSAGE).iload(AT).invokevirtual(INPUT, "target", INT_AT).istore(target);
    Label end = b.newLabel();
    int known = 0;
    for (Component component : ordered) {
      for (known++; known < component.ordinal(); known++) { // a number that this version does not use
        b.loadConstant(IN_CONSTRUCTOR).istore(step);
        b.iload(count).loadConstant(known).if_icmplt(end);
        b.aload(MESSAGE).iload(target).loadConstant((known - 1) * EnvelopeForm.SIZE).iadd();
        b.invokevirtual(INPUT, "checkUnknown", MethodTypeDesc.of(CD_void, CD_int));
      }
      int i = components.indexOf(component);
      b.iload(count).loadConstant(known).if_icmplt(end);
      b.loadConstant(i).istore(step);
      form(b, i).aload(MESSAGE).iload(target).loadConstant(component.offset()).iadd();
      b.invokeinterface(FORM, "check", CHECK);
    }
    b.labelBinding(end);
    b.loadConstant(IN_CONSTRUCTOR).istore(step);
    b.aload(MESSAGE).iload(AT).loadConstant(known).iload(count);
    b.invokevirtual(INPUT, "checkRest", MethodTypeDesc.of(CD_void, CD_int, CD_int, CD_int));
  }

  private void read(CodeBuilder b) {
    int step = b.allocateLocal(TypeKind.INT);
    int result = b.allocateLocal(TypeKind.REFERENCE);
    guarded(b, step, "decoding", t -> {
      t.ldc(constant(HANDLE, 2 * components.size()));
      for (int i = 0; i < components.size(); i++) {
        Component component = components.get(i);
        t.loadConstant(i).istore(step);
        if (component.isPrimitive()) {
          place(t.aload(MESSAGE), component.offset());
          t.invokevirtual(INPUT, numberMethod(component), MethodTypeDesc.of(desc(component.primitive()), CD_int));
        } else {
          form(t, i).aload(MESSAGE);
          if (table) {
            t.aload(MESSAGE).iload(AT).loadConstant(component.ordinal()).invokevirtual(INPUT, "entry", TWO_INTS);
          } else {
            place(t, component.offset());
          }
          t.invokeinterface(FORM, "read", READ);
        }
      }
      t.loadConstant(IN_CONSTRUCTOR).istore(step);
      t.invokevirtual(HANDLE, "invokeExact", descriptor(constructor.type()));
      t.astore(result);
    });
    b.aload(result).areturn();
  }

  // Everything in the block belongs to the component whose number is in the local; nothing is done for that but when it fails.
  private static void guarded(CodeBuilder b, int step, String failed, Consumer<CodeBuilder> block) {
    b.loadConstant(IN_CONSTRUCTOR).istore(step);
    b.trying(
        body -> block.accept(body.nop()), // a block may not be empty, and a record may
        catches ->
            catches.catchingAll(
                h -> {
                  int thrown = h.allocateLocal(TypeKind.REFERENCE);
                  h.astore(thrown).aload(SELF).aload(thrown).iload(step);
                  h.invokevirtual(RECORD, failed, MethodTypeDesc.of(CD_Throwable, CD_Throwable, CD_int)).athrow();
                }));
  }

  private static CodeBuilder place(CodeBuilder b, int offset) {
    b.iload(AT);
    return offset == 0 ? b : b.loadConstant(offset).iadd();
  }

  private void access(CodeBuilder b, int i) {
    b.ldc(constant(HANDLE, i)).aload(VALUE);
    b.invokevirtual(HANDLE, "invokeExact", MethodTypeDesc.of(desc(components.get(i).primitive()), CD_Object));
  }

  private CodeBuilder form(CodeBuilder b, int i) {
    return b.ldc(constant(FORM, components.size() + i));
  }

  private CodeBuilder optional(CodeBuilder b, int i) {
    return b.ldc(constant(OPTIONAL, components.size() + i));
  }

  private static DynamicConstantDesc<?> constant(ClassDesc type, int index) {
    return DynamicConstantDesc.ofNamed(ConstantDescs.BSM_CLASS_DATA_AT, ConstantDescs.DEFAULT_NAME, type, index);
  }

  // The same in Output and Input.
  private static String numberMethod(Component component) {
    return switch ((Scalar) component.form()) {
      case BOOLEAN -> "bool";
      case BYTE -> "int8";
      case SHORT -> "int16";
      case CHAR -> "char16";
      case INT -> "int32";
      case LONG -> "int64";
      case FLOAT -> "float32";
      case DOUBLE -> "float64";
    };
  }

  private static ClassDesc desc(Class<?> type) {
    return ClassDesc.ofDescriptor(type.descriptorString());
  }

  private static MethodTypeDesc descriptor(MethodType type) {
    return MethodTypeDesc.ofDescriptor(type.toMethodDescriptorString());
  }
}
