"""Renders templates from JSON lines {"template", "data"} with Django or Jinja2, prints {"output"} or {"error"} for each."""

import json
import sys
from types import ModuleType


def django_renderer():
    import django
    from django.conf import settings
    from django.template import Context, Engine, Library

    settings.configure()
    django.setup()
    library = Library()
    for name in ("unsubscribe_link", "manage_preferences_link", "web_view_link"):
        library.simple_tag(lambda: "#", name=name)
    library.filter("lookup", lambda values, name: values.get(name))
    vendor = ModuleType("vendor_tags")
    vendor.register = library
    sys.modules["vendor_tags"] = vendor
    engine = Engine(builtins=["vendor_tags"])
    return lambda template, data: engine.from_string(template).render(Context(data))


def jinja_renderer():
    from jinja2 import Environment

    environment = Environment()
    return lambda template, data: environment.from_string(template).render(data)


render = django_renderer() if sys.argv[1] == "django" else jinja_renderer()
for line in sys.stdin:
    request = json.loads(line)
    try:
        result = {"output": render(request["template"], request["data"])}
    except Exception as error:
        result = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps(result))
