// Renders templates from JSON lines {"template", "data"} with html/template and Sprig, as listmonk does, with pongo2, as
// Brevo does, or with Mailgun's raymond, and prints {"output"} or {"error"} for each.
package main

import (
	"encoding/json"
	"fmt"
	"html/template"
	"os"
	"strings"

	"github.com/Masterminds/sprig/v3"
	"github.com/flosch/pongo2/v6"
	"github.com/mailgun/raymond/v2"
)

type request struct {
	Template string         `json:"template"`
	Data     map[string]any `json:"data"`
}

type result struct {
	Output string `json:"output"`
	Error  string `json:"error,omitempty"`
}

var engine = strings.Join(os.Args[1:], " ")
var isPongo2 = engine == "pongo2"

func main() {
	render := renderGo
	switch engine {
	case "pongo2":
		render = renderPongo2
	case "raymond":
		render = renderRaymond
	}
	requests := json.NewDecoder(os.Stdin)
	requests.UseNumber()
	results := json.NewEncoder(os.Stdout)
	for {
		var next request
		if requests.Decode(&next) != nil {
			return
		}
		for name, value := range next.Data {
			next.Data[name] = typed(value)
		}
		output, err := render(next)
		if err != nil {
			results.Encode(result{Error: err.Error()})
		} else {
			results.Encode(result{Output: output})
		}
	}
}

// typed returns JSON values as services that store numbers do: pongo2 prints six decimals of every float.
func typed(value any) any {
	switch value := value.(type) {
	case json.Number:
		if whole, err := value.Int64(); err == nil && isPongo2 {
			return whole
		}
		float, _ := value.Float64()
		return float
	case []any:
		for index, item := range value {
			value[index] = typed(item)
		}
	case map[string]any:
		for name, item := range value {
			value[name] = typed(item)
		}
	}
	return value
}

func renderGo(next request) (string, error) {
	functions := sprig.FuncMap()
	for _, name := range []string{"UnsubscribeURL", "ManageURL", "MessageURL", "TrackView"} {
		functions[name] = func() string { return "#" }
	}
	functions["Safe"] = func(text string) template.HTML { return template.HTML(text) }
	parsed, err := template.New("email").Funcs(functions).Parse(next.Template)
	if err != nil {
		return "", err
	}
	var output strings.Builder
	err = parsed.Execute(&output, next.Data)
	return output.String(), err
}

func renderPongo2(next request) (output string, err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			err = fmt.Errorf("panic: %v", panicked)
		}
	}()
	parsed, err := pongo2.FromString(next.Template)
	if err != nil {
		return "", err
	}
	return parsed.Execute(next.Data)
}

func renderRaymond(next request) (output string, err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			err = fmt.Errorf("panic: %v", panicked)
		}
	}()
	return raymond.Render(next.Template, next.Data)
}
