package couloir.client;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.Optional;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;

/**
 * Rejects null for members that are required and not nullable, as the generated types mark them,
 * and accepts it in lists and maps whose values are nullable.
 */
final class RequiredNulls extends JacksonAnnotationIntrospector {
  private static final long serialVersionUID = 1;

  @Override
  public JsonSetter.Value findSetterInfo(MapperConfig<?> config, Annotated annotated) {
    JsonProperty property = annotated.getAnnotation(JsonProperty.class);
    boolean isRequired = property != null && property.required();
    JsonSetter.Value found = super.findSetterInfo(config, annotated);
    if (isRequired && !isNullable(annotated.getRawType())) {
      found = found.withValueNulls(Nulls.FAIL);
    }
    return holdsNulls(annotated.getType()) ? found.withContentNulls(Nulls.SET) : found;
  }

  static boolean holdsNulls(JavaType type) {
    if (type == null) {
      return false;
    }
    JavaType content = type.getContentType();
    return content != null
        && ((type.isContainerType() && isNullable(content.getRawClass())) || holdsNulls(content));
  }

  private static boolean isNullable(Class<?> raw) {
    return raw == Optional.class || JsonNode.class.isAssignableFrom(raw);
  }
}
