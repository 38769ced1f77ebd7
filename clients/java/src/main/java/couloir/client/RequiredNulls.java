package couloir.client;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;

/**
 * Rejects null for members that are required and not nullable, as the generated types mark them.
 */
final class RequiredNulls extends JacksonAnnotationIntrospector {
  private static final long serialVersionUID = 1;

  @Override
  public JsonSetter.Value findSetterInfo(MapperConfig<?> config, Annotated annotated) {
    JsonProperty property = annotated.getAnnotation(JsonProperty.class);
    boolean isRequired = property != null && property.required();
    return isRequired && !JsonNode.class.isAssignableFrom(annotated.getRawType())
        ? JsonSetter.Value.forValueNulls(Nulls.FAIL)
        : super.findSetterInfo(config, annotated);
  }
}
