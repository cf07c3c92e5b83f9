package svc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"
)

// The vectors that the clients of all languages share.
func vectors[T any](t *testing.T, name string) []T {
	t.Helper()
	folder := os.Getenv("SVC_CONFORMANCE")
	if folder == "" {
		folder = "../conformance"
	}
	data, err := os.ReadFile(folder + "/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []T }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	return file.Cases
}

var clock = time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)

type scriptedResponse struct {
	Failure string
	Status  int
	Headers map[string]string
	Body    string
}

type expectedError struct {
	Class, Code, Message string
	Status               int
	RequestID            string   `json:"request_id"`
	RetryAfter           *float64 `json:"retry_after"`
	Issues               *[]Issue
	Member               []any
}

type callVector struct {
	Name, Operation string
	Parameters      json.RawMessage
	Options         struct {
		IdempotencyKey string `json:"idempotency_key"`
		IfMatch        string `json:"if_match"`
		IfNoneMatch    string `json:"if_none_match"`
		MaxRetries     *int   `json:"max_retries"`
		Headers        map[string]string
	}
	Error *expectedError
}

// script is a transport that returns scripted responses.
type script struct {
	choose func(url string) scriptedResponse
	sent   []*http.Request
	bodies []string
	delays []float64
}

func (s *script) RoundTrip(request *http.Request) (*http.Response, error) {
	body := ""
	if request.Body != nil {
		data, _ := io.ReadAll(request.Body)
		body = string(data)
	}
	s.sent, s.bodies = append(s.sent, request), append(s.bodies, body)
	response := s.choose(request.URL.String())
	switch response.Failure {
	case "connection":
		return nil, errors.New("connection refused")
	case "timeout":
		return nil, context.DeadlineExceeded
	}
	header := http.Header{}
	for name, value := range response.Headers {
		header.Set(name, value)
	}
	return &http.Response{StatusCode: response.Status, Header: header, Body: io.NopCloser(strings.NewReader(response.Body))}, nil
}

func (s *script) client(t *testing.T) *Client {
	t.Helper()
	client, err := New(Options{
		BaseURL: "https://svc.example", APIKey: "svc_test", Transport: s, Random: func() float64 { return 0.5 },
		Now: func() time.Time { return clock },
		Sleep: func(_ context.Context, delay time.Duration) error {
			s.delays = append(s.delays, delay.Seconds())
			return nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func sequence(responses ...scriptedResponse) *script {
	return &script{choose: func(string) scriptedResponse {
		next := responses[0]
		responses = responses[1:]
		return next
	}}
}

// invoke calls the operation of a vector by its name.
func invoke(t *testing.T, client *Client, vector callVector) (any, error) {
	t.Helper()
	resource, name, _ := strings.Cut(vector.Operation, ".")
	capital := func(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
	method := reflect.ValueOf(client).Elem().FieldByName(capital(resource)).MethodByName(capital(name))
	arguments := []reflect.Value{reflect.ValueOf(context.Background())}
	if kind := method.Type(); kind.NumIn() == 3 {
		params := reflect.New(kind.In(1))
		if err := json.Unmarshal(vector.Parameters, params.Interface()); err != nil {
			t.Fatal(err)
		}
		setNull(params.Elem(), vector.Parameters)
		arguments = append(arguments, params.Elem())
	}
	for _, option := range optionsOf(vector) {
		arguments = append(arguments, reflect.ValueOf(option))
	}
	results := method.Call(arguments)
	err, _ := results[len(results)-1].Interface().(error)
	return results[0].Interface(), err
}

// JSON of Go cannot tell null from an absent pointer; a caller writes Null.
func setNull(params reflect.Value, data json.RawMessage) {
	var members map[string]json.RawMessage
	_ = json.Unmarshal(data, &members)
	for _, member := range membersOf(params.Type()) {
		field := params.Field(member.index)
		if string(members[member.name]) == "null" && field.Kind() == reflect.Pointer {
			field.Set(reflect.New(field.Type().Elem()))
		}
	}
}

func optionsOf(vector callVector) []RequestOption {
	var options []RequestOption
	if vector.Options.IdempotencyKey != "" {
		options = append(options, WithIdempotencyKey(vector.Options.IdempotencyKey))
	}
	if vector.Options.IfMatch != "" {
		options = append(options, WithIfMatch(vector.Options.IfMatch))
	}
	if vector.Options.IfNoneMatch != "" {
		options = append(options, WithIfNoneMatch(vector.Options.IfNoneMatch))
	}
	if vector.Options.MaxRetries != nil {
		options = append(options, WithMaxRetries(*vector.Options.MaxRetries))
	}
	for name, value := range vector.Options.Headers {
		options = append(options, WithHeader(name, value))
	}
	return options
}

func assertError(t *testing.T, err error, expected *expectedError) {
	t.Helper()
	failure, ok := AsError(err)
	if !ok {
		t.Fatalf("expected %s, not %v", expected.Class, err)
	}
	if string(failure.Class) != expected.Class || failure.Code != expected.Code || !errors.Is(err, ErrorClass(expected.Class)) {
		t.Errorf("expected %s %s, not %s %s", expected.Class, expected.Code, failure.Class, failure.Code)
	}
	if failure.Status != expected.Status {
		t.Errorf("status %d", failure.Status)
	}
	if expected.Message != "" && failure.Message != expected.Message {
		t.Errorf("message %q", failure.Message)
	}
	if expected.RequestID != "" && failure.RequestID != expected.RequestID {
		t.Errorf("request id %q", failure.RequestID)
	}
	if expected.RetryAfter != nil && (failure.RetryAfter == nil || failure.RetryAfter.Seconds() != *expected.RetryAfter) {
		t.Errorf("retry after %v", failure.RetryAfter)
	}
	if expected.Issues != nil && !reflect.DeepEqual(failure.Issues, *expected.Issues) {
		t.Errorf("issues %v", failure.Issues)
	}
	if len(expected.Member) == 2 {
		if value := failure.Body.(map[string]any)[expected.Member[0].(string)]; !reflect.DeepEqual(value, expected.Member[1]) {
			t.Errorf("member %v", value)
		}
	}
}

var success = scriptedResponse{Status: 200, Headers: map[string]string{"content-type": "application/json"}, Body: "{}"}

func TestRequests(t *testing.T) {
	type vector struct {
		callVector
		Request struct {
			Method, URL string
			Headers     map[string]*string
			Body        any
		}
	}
	for _, each := range vectors[vector](t, "requests") {
		t.Run(each.Name, func(t *testing.T) {
			script := sequence(success)
			_, err := invoke(t, script.client(t), each.callVector)
			if each.Error != nil {
				assertError(t, err, each.Error)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			request := script.sent[0]
			if request.Method != each.Request.Method || request.URL.String() != each.Request.URL {
				t.Errorf("%s %s, expected %s", request.Method, request.URL, each.Request.URL)
			}
			for name, value := range each.Request.Headers {
				sent := request.Header.Get(name)
				if value == nil && sent != "" || value != nil && *value == "*" && sent == "" || value != nil && *value != "*" && sent != *value {
					t.Errorf("%s: %q", name, sent)
				}
			}
			var body any
			if script.bodies[0] != "" {
				if err := json.Unmarshal([]byte(script.bodies[0]), &body); err != nil {
					t.Fatal(err)
				}
			}
			if !reflect.DeepEqual(body, each.Request.Body) {
				t.Errorf("body %s", script.bodies[0])
			}
		})
	}
}

func TestRetries(t *testing.T) {
	type vector struct {
		callVector
		Responses []scriptedResponse
		Requests  int
		Delays    []float64
		SameKey   bool `json:"same_key"`
	}
	for _, each := range vectors[vector](t, "retries") {
		t.Run(each.Name, func(t *testing.T) {
			script := sequence(each.Responses...)
			_, err := invoke(t, script.client(t), each.callVector)
			if each.Error != nil {
				assertError(t, err, each.Error)
			} else if err != nil {
				t.Fatal(err)
			}
			if fmt.Sprint(script.delays) != fmt.Sprint(each.Delays) || len(script.sent) != each.Requests {
				t.Errorf("%d requests, delays %v", len(script.sent), script.delays)
			}
			for _, request := range script.sent {
				key := request.Header.Get("Idempotency-Key")
				if each.SameKey && (key == "" || key != script.sent[0].Header.Get("Idempotency-Key")) {
					t.Errorf("key %q", key)
				}
			}
		})
	}
}

func TestErrors(t *testing.T) {
	type vector struct {
		Name     string
		Response scriptedResponse
		Error    *expectedError
	}
	for _, each := range vectors[vector](t, "errors") {
		t.Run(each.Name, func(t *testing.T) {
			client := sequence(each.Response).client(t)
			_, err := client.Templates.Get(context.Background(), TemplatesGetParams{ID: "tpl_1"}, WithMaxRetries(0))
			assertError(t, err, each.Error)
		})
	}
}

func TestRetryAfter(t *testing.T) {
	type vector struct {
		Value   string
		Seconds *float64
	}
	for _, each := range vectors[vector](t, "retry-after") {
		wait := parseRetryAfter(each.Value, clock)
		if (wait == nil) != (each.Seconds == nil) || wait != nil && wait.Seconds() != *each.Seconds {
			t.Errorf("%q is %v", each.Value, wait)
		}
	}
}

func TestWebhooks(t *testing.T) {
	type vector struct {
		Name, Body, Event, Refusal string
		Secrets                    []string
		Headers                    map[string]string
		Now                        int64
	}
	for _, each := range vectors[vector](t, "webhooks") {
		t.Run(each.Name, func(t *testing.T) {
			header := http.Header{}
			for name, value := range each.Headers {
				header.Set(name, value)
			}
			event, err := VerifyWebhook([]byte(each.Body), header, time.Unix(each.Now, 0), each.Secrets...)
			if each.Refusal != "" {
				assertError(t, err, &expectedError{Class: "WebhookVerificationError", Code: each.Refusal})
			} else if err != nil || event.Type != each.Event {
				t.Errorf("%v %v", event, err)
			}
		})
	}
}

func TestTokens(t *testing.T) {
	type vector struct {
		Name, Token, Refusal string
		PluginID             string `json:"plugin_id"`
		SecretKey            string `json:"secret_key"`
		UserID               int64  `json:"user_id"`
		Expires              int64
	}
	for _, each := range vectors[vector](t, "tokens") {
		token, err := SignPluginToken(each.PluginID, each.SecretKey, each.UserID, time.UnixMilli(each.Expires))
		if token != each.Token {
			t.Errorf("%s: %s", each.Name, token)
		}
		if each.Refusal != "" {
			assertError(t, err, &expectedError{Class: "ConfigurationError", Code: each.Refusal})
		}
	}
}

func TestPagination(t *testing.T) {
	type vector struct {
		Name       string
		Parameters json.RawMessage
		Responses  []scriptedResponse
		IDs        []string
		Cursors    []*string
		Error      *expectedError
	}
	for _, each := range vectors[vector](t, "pagination") {
		t.Run(each.Name, func(t *testing.T) {
			script := sequence(each.Responses...)
			var params TemplatesListMineParams
			if err := json.Unmarshal(each.Parameters, &params); err != nil {
				t.Fatal(err)
			}
			ids := []string{}
			items := script.client(t).Templates.ListMineAll(context.Background(), params)
			for items.Next() {
				ids = append(ids, items.Value().ID)
			}
			if each.Error != nil {
				assertError(t, items.Err(), each.Error)
			} else if items.Err() != nil {
				t.Fatal(items.Err())
			}
			if !reflect.DeepEqual(ids, each.IDs) || len(script.sent) != len(each.Cursors) {
				t.Errorf("%v in %d requests", ids, len(script.sent))
			}
			for index, request := range script.sent {
				cursor, ok := request.URL.Query()["cursor"]
				if ok != (each.Cursors[index] != nil) || ok && cursor[0] != *each.Cursors[index] {
					t.Errorf("cursor %v", cursor)
				}
			}
		})
	}
}

// Unknown values survive reading and writing.
func TestUnknownValues(t *testing.T) {
	type vector struct {
		callVector
		Body   any
		Values [][]any
	}
	for _, each := range vectors[vector](t, "unknown-values") {
		t.Run(each.Name, func(t *testing.T) {
			response := success
			response.Body = string(JSON(each.Body))
			result, err := invoke(t, sequence(response).client(t), each.callVector)
			if err != nil {
				t.Fatal(err)
			}
			var written any
			if err := json.Unmarshal(JSON(result), &written); err != nil {
				t.Fatal(err)
			}
			for _, pair := range each.Values {
				found := written
				for _, key := range pair[0].([]any) {
					if name, ok := key.(string); ok {
						found = found.(map[string]any)[name]
					} else {
						found = found.([]any)[int(key.(float64))]
					}
				}
				if !reflect.DeepEqual(found, pair[1]) {
					t.Errorf("%v is %v", pair[0], found)
				}
			}
		})
	}
}

func TestRedirects(t *testing.T) {
	type vector struct {
		Name, Text string
		Responses  map[string]scriptedResponse
		Requests   [][]any
		Error      *expectedError
	}
	for _, each := range vectors[vector](t, "redirects") {
		t.Run(each.Name, func(t *testing.T) {
			script := &script{choose: func(url string) scriptedResponse { return each.Responses[url] }}
			download, err := script.client(t).Exports.Download(context.Background(), ExportsDownloadParams{ID: "exp_1"})
			if each.Error != nil {
				assertError(t, err, each.Error)
			} else if data, _ := io.ReadAll(download); string(data) != each.Text {
				t.Errorf("text %q", data)
			}
			sent := [][]any{}
			for _, request := range script.sent {
				sent = append(sent, []any{request.URL.String(), request.Header.Get("Svc-Api-Auth") == "svc_test"})
			}
			if !reflect.DeepEqual(sent, each.Requests) {
				t.Errorf("requests %v", sent)
			}
		})
	}
}

func TestNoTextContainsTheKey(t *testing.T) {
	client := sequence(scriptedResponse{Failure: "connection"}).client(t)
	_, err := client.Verification.VerifyEmail(context.Background(), VerificationVerifyEmailParams{Email: "a@example.com"})
	for _, format := range []string{"%v", "%+v", "%#v", "%s"} {
		for _, value := range []any{client, *client, client.Templates, *client.Templates, err} {
			if text := fmt.Sprintf(format, value); strings.Contains(text, "svc_test") {
				t.Errorf("%s", text)
			}
		}
	}
}

func TestAResponseThatIsTooLong(t *testing.T) {
	response := success
	response.Body = "[" + strings.Repeat("1,", 5000) + "1]"
	client, err := New(Options{
		BaseURL: "https://svc.example", APIKey: "svc_test", Transport: sequence(response), MaxResponseBytes: 1000,
	})
	if err != nil {
		t.Fatal(err)
	}
	_, err = client.Templates.Get(context.Background(), TemplatesGetParams{ID: "a"})
	assertError(t, err, &expectedError{Class: "InvalidResponseError", Code: "RESPONSE_TOO_LARGE"})
}

func TestDetailsOfAResponse(t *testing.T) {
	response := success
	response.Headers = map[string]string{"etag": `"3"`, "x-request-id": "req_1"}
	var details []ResponseDetails
	listen := OnResponse(func(each ResponseDetails) { details = append(details, each) })
	_, err := sequence(response).client(t).Templates.Get(context.Background(), TemplatesGetParams{ID: "a"}, listen)
	if err != nil || len(details) != 1 || details[0].Header.Get("ETag") != `"3"` || details[0].RequestID != "req_1" {
		t.Errorf("%v %v", details, err)
	}
}

func TestOptionsThatCannotBeUsed(t *testing.T) {
	for text, options := range map[string]Options{
		"BaseURL": {BaseURL: "ftp://svc.example", APIKey: "svc_test"}, "APIKey must be visible ASCII": {BaseURL: "https://svc.example", APIKey: "svc_\ntest"},
	} {
		if _, err := New(options); err == nil || !strings.Contains(err.Error(), text) || strings.Contains(err.Error(), "test") {
			t.Errorf("%v", err)
		}
	}
}

func TestACanceledContextEndsACall(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := sequence(scriptedResponse{Failure: "connection"}).client(t).Templates.Get(ctx, TemplatesGetParams{ID: "a"})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// `go test -run Names -v` prints the names of all operations.
func TestNames(t *testing.T) {
	client := reflect.ValueOf(sequence().client(t)).Elem()
	for index := 0; index < client.NumField(); index++ {
		for method := 0; method < client.Field(index).NumMethod(); method++ {
			t.Logf("%s.%s", client.Type().Field(index).Name, client.Field(index).Type().Method(method).Name)
		}
	}
}
