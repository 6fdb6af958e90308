package org.ferryipc.core.smile;

import com.fasterxml.jackson.annotation.JsonFormat;
import org.ferryipc.core.codec.HandleShape;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.Version;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.deser.Deserializers;
import tools.jackson.databind.ser.Serializers;

/** Teaches a mapper what handles are. */
final class HandleModule extends JacksonModule {
  @Override
  public String getModuleName() {
    return "ferry-handles";
  }

  @Override
  public Version version() {
    return Version.unknownVersion();
  }

  @Override
  public void setupModule(SetupContext context) {
    context.addSerializers(new Writers());
    context.addDeserializers(new Readers());
    context.insertAnnotationIntrospector(new SealedTypes());
  }

  private static final class Writers extends Serializers.Base {
    @Override
    public @Nullable ValueSerializer<?> findSerializer(
        SerializationConfig config,
        JavaType type,
        BeanDescription.Supplier bean,
        JsonFormat.@Nullable Value format) {
      return HandleShape.isHandle(type.getRawClass()) ? new HandleSerializer() : null;
    }
  }

  private static final class Readers extends Deserializers.Base {
    @Override
    public @Nullable ValueDeserializer<?> findBeanDeserializer(
        JavaType type, DeserializationConfig config, BeanDescription.Supplier bean) {
      return HandleShape.isHandle(type.getRawClass()) ? new HandleDeserializer(type, null) : null;
    }

    @Override
    public boolean hasDeserializerFor(DeserializationConfig config, Class<?> type) {
      return HandleShape.isHandle(type);
    }
  }
}
