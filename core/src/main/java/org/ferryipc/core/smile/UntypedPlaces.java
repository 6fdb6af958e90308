package org.ferryipc.core.smile;

import java.io.Serializable;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.PropertyName;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.BeanPropertyWriter;
import tools.jackson.databind.ser.ValueSerializerModifier;

/**
 * Notices when writing passes through a property that is declared as {@code Object}: whatever is under it, a record with
 * handles as well, is read back as plain maps, lists and numbers.
 */
final class UntypedPlaces extends SimpleModule {
  private static final long serialVersionUID = 1L;

  UntypedPlaces() {
    setSerializerModifier(new Modifier());
  }

  /** {@return whether {@code type} is an {@code Object}, or holds them} */
  static boolean holdsObjects(JavaType type) {
    JavaType at = type;
    while (at.getContentType() != null) {
      at = at.getContentType();
    }
    return at.isJavaLangObject() || at.hasRawClass(Serializable.class);
  }

  private static final class Modifier extends ValueSerializerModifier {
    private static final long serialVersionUID = 1L;

    @Override
    public List<BeanPropertyWriter> changeProperties(
        SerializationConfig config, BeanDescription.Supplier bean, List<BeanPropertyWriter> properties) {
      properties.replaceAll(
          p -> p.getClass() == BeanPropertyWriter.class && holdsObjects(p.getType()) ? new Watched(p) : p);
      return properties;
    }
  }

  private static final class Watched extends BeanPropertyWriter {
    private static final long serialVersionUID = 1L;

    Watched(BeanPropertyWriter property) {
      super(property);
    }

    private Watched(BeanPropertyWriter property, PropertyName name) {
      super(property, name);
    }

    @Override
    protected BeanPropertyWriter _new(PropertyName name) { // for a record that is written into another one
      return new Watched(this, name);
    }

    @Override
    public void serializeAsProperty(Object bean, JsonGenerator out, SerializationContext context) throws Exception {
      CurrentMessage message = CurrentMessage.of(context);
      if (message == null) {
        super.serializeAsProperty(bean, out, context);
        return;
      }
      message.untyped++;
      try {
        super.serializeAsProperty(bean, out, context);
      } finally {
        message.untyped--;
      }
    }

    @Override
    public void serializeAsElement(Object bean, JsonGenerator out, SerializationContext context) throws Exception {
      CurrentMessage message = CurrentMessage.of(context);
      if (message == null) {
        super.serializeAsElement(bean, out, context);
        return;
      }
      message.untyped++;
      try {
        super.serializeAsElement(bean, out, context);
      } finally {
        message.untyped--;
      }
    }
  }
}
