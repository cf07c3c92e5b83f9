import com.fasterxml.jackson.databind.ObjectMapper;
import com.hubspot.jinjava.Jinjava;
import com.hubspot.jinjava.interpret.RenderResult;
import com.hubspot.jinjava.interpret.TemplateError;
import com.hubspot.jinjava.interpret.TemplateError.ErrorType;
import com.hubspot.jinjava.lib.fn.ELFunctionDefinition;
import freemarker.template.Configuration;
import freemarker.template.Template;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.velocity.VelocityContext;
import org.apache.velocity.app.VelocityEngine;

/**
 * Renders templates from JSON lines {"template", "data"} with Jinjava, which HubSpot runs, FreeMarker or Velocity, and prints
 * {"output"} or {"error"} for each.
 */
public final class VendorEngines {
  interface Renderer {
    String render(String template, Map<String, Object> data) throws Exception;
  }

  private static Map<String, Object> current;

  /** The function of HubSpot that prints a property, or a fallback where it is empty. */
  public static String personalizationToken(String path, String fallback) {
    Object value = current;
    for (String name : path.split("\\."))
      value = value instanceof Map<?, ?> map ? map.get(name) : null;
    return value == null || value.toString().isEmpty() ? fallback : value.toString();
  }

  public static void main(String[] args) throws Exception {
    Renderer renderer =
        switch (args[0]) {
          case "jinjava" -> jinjava();
          case "freemarker" -> freemarker();
          default -> velocity();
        };
    ObjectMapper json = new ObjectMapper();
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Map<?, ?> request = json.readValue(line, Map.class);
      @SuppressWarnings("unchecked")
      Map<String, Object> data = (Map<String, Object>) request.get("data");
      Map<String, String> result;
      try {
        result = Map.of("output", renderer.render((String) request.get("template"), data));
      } catch (Exception error) {
        result = Map.of("error", String.valueOf(error.getMessage()));
      }
      out.println(json.writeValueAsString(result));
    }
    out.flush();
  }

  private static Renderer jinjava() throws Exception {
    Jinjava engine = new Jinjava();
    engine
        .getGlobalContext()
        .registerFunction(
            new ELFunctionDefinition(
                "", "personalization_token", VendorEngines.class, "personalizationToken", String.class, String.class));
    return (template, data) -> {
      current = data;
      RenderResult result = engine.renderForResult(template, data);
      // Warnings are of missing values.
      for (TemplateError error : result.getErrors())
        if (error.getSeverity() == ErrorType.FATAL) throw new Exception(error.getMessage());
      return result.getOutput();
    };
  }

  private static Renderer freemarker() {
    Configuration configuration = new Configuration(Configuration.VERSION_2_3_33);
    configuration.setNumberFormat("computer");
    configuration.setLogTemplateExceptions(false);
    return (template, data) -> {
      StringWriter output = new StringWriter();
      new Template("email", new StringReader(template), configuration).process(data, output);
      return output.toString();
    };
  }

  private static Renderer velocity() {
    VelocityEngine engine = new VelocityEngine();
    return (template, data) -> {
      StringWriter output = new StringWriter();
      VelocityContext context = new VelocityContext();
      context.put("data", data);
      engine.evaluate(context, output, "email", template);
      return output.toString();
    };
  }
}
