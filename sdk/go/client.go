package svc

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"time"
)

const (
	maxRedirects = 5
	maxErrorText = 65_536
)

// core sends the calls of all resources. No text of it shows its credentials.
type core struct {
	options Options
	baseURL string
	// A function, because fmt prints the fields of structs.
	credential func(header string) string
}

var (
	visible     = regexp.MustCompile(`^[\x21-\x7e]*$`)
	authHeaders = map[string][]string{"key": {"Svc-Api-Auth"}, "token": {"Es-Plugin-Auth"}, "session": {"Es-Plugin-Auth", "Svc-Session"}}
	optionNames = map[string]string{"Svc-Api-Auth": "APIKey", "Es-Plugin-Auth": "PluginToken", "Svc-Session": "SessionID"}
)

// New makes a client. It fails for options that cannot be used.
func New(options Options) (*Client, error) {
	baseURL := first(options.BaseURL, os.Getenv("SVC_URL"))
	parsed, err := url.Parse(baseURL)
	if err != nil || (parsed.Scheme != "http" && parsed.Scheme != "https") || parsed.Host == "" || parsed.User != nil {
		return nil, configurationError("INVALID_OPTIONS", "BaseURL, or SVC_URL, must be the http or https URL of the service")
	}
	credentials := map[string]string{
		"Svc-Api-Auth":   first(options.APIKey, os.Getenv("SVC_API_KEY")),
		"Es-Plugin-Auth": options.PluginToken,
		"Svc-Session":    options.SessionID,
	}
	for name, value := range credentials {
		if !visible.MatchString(value) {
			return nil, configurationError("INVALID_OPTIONS", "%s must be visible ASCII without spaces", optionNames[name])
		}
	}
	options.APIKey, options.PluginToken, options.SessionID = "", "", ""
	if options.Timeout == 0 {
		options.Timeout = 30 * time.Second
	}
	if options.MaxRetries == nil {
		options.MaxRetries = Ptr(2)
	}
	if options.MaxResponseBytes == 0 {
		options.MaxResponseBytes = 64 << 20
	}
	if options.Transport == nil {
		options.Transport = http.DefaultTransport
	}
	if options.Random == nil {
		options.Random = mathrand.Float64
	}
	if options.Sleep == nil {
		options.Sleep = sleep
	}
	if options.Now == nil {
		options.Now = time.Now
	}
	base := parsed.Scheme + "://" + parsed.Host + strings.TrimRight(parsed.EscapedPath(), "/")
	credential := func(header string) string { return credentials[header] }
	return newClient(&core{options, base, credential}), nil
}

func first(values ...string) string {
	for _, value := range values {
		if value != "" {
			return value
		}
	}
	return ""
}

type preparedCall struct {
	operation operation
	url       string
	header    http.Header
	body      *requestBody
	options   requestOptions
}

// call stores in result what the operation describes; every member that the service sent is in it, known or not.
func (c *core) call(ctx context.Context, name string, params any, result any, list []RequestOption) error {
	call, err := c.prepare(operations[name], params, list)
	if err != nil {
		return err
	}
	for attempt := 0; ; attempt++ {
		failure := c.attempt(ctx, call, result)
		if failure == nil {
			return nil
		}
		delay, isRetried := c.delay(call, failure, attempt)
		if !isRetried || ctx.Err() != nil {
			return failure
		}
		if err := c.options.Sleep(ctx, delay); err != nil {
			return failure
		}
	}
}

func (c *core) prepare(o operation, params any, list []RequestOption) (*preparedCall, error) {
	options := requestOptions{headers: map[string]string{}, extra: map[string]any{}, timeout: c.options.Timeout, maxRetries: c.options.MaxRetries}
	for _, option := range list {
		option(&options)
	}
	var values []namedValue
	if params != nil {
		values = namedValues(params)
	}
	for name, value := range options.extra {
		values = append(values, namedValue{name, value})
	}
	target, err := urlOf(c.baseURL, o, values)
	if err != nil {
		return nil, err
	}
	body, err := bodyOf(o, values)
	if err != nil {
		return nil, err
	}
	header, err := c.headers(o, options, body)
	return &preparedCall{o, target, header, body, options}, err
}

func (c *core) headers(o operation, options requestOptions, body *requestBody) (http.Header, error) {
	header := http.Header{}
	header.Set("Accept", "*/*")
	if o.result == "json" || o.result == "none" {
		header.Set("Accept", "application/json")
	}
	header.Set("User-Agent", "svc-go/"+Version)
	for _, name := range authHeaders[o.auth] {
		if c.credential(name) == "" {
			return nil, configurationError("INVALID_OPTIONS", "%s requires the option %s of the client", o.id, optionNames[name])
		}
		header.Set(name, c.credential(name))
	}
	key := options.idempotencyKey
	if key == "" && o.once {
		var id [16]byte
		if _, err := rand.Read(id[:]); err != nil {
			return nil, err
		}
		key = fmt.Sprintf("%x", id)
	}
	given := map[string]string{"Idempotency-Key": key, "If-Match": options.ifMatch, "If-None-Match": options.ifNoneMatch}
	if body != nil {
		given["Content-Type"] = body.contentType
	}
	for name, value := range given {
		if value != "" {
			header.Set(name, value)
		}
	}
	for name, value := range options.headers {
		header.Set(name, value)
	}
	return header, nil
}

func (c *core) attempt(ctx context.Context, call *preparedCall, result any) error {
	attemptContext, cancel := context.WithCancel(ctx)
	timer := time.AfterFunc(call.options.timeout, cancel)
	response, err := c.send(attemptContext, call)
	if err != nil {
		defer cancel()
		isTimeout := !timer.Stop()
		return connectionError(ctx, err, isTimeout)
	}
	isStream := response.StatusCode < 300 && (call.operation.result == "bytes" || call.operation.result == "events")
	if isStream {
		// Once they began, downloads and events end with the context of the caller.
		timer.Stop()
		response.Body = &cancelingBody{response.Body, cancel}
	} else {
		defer cancel()
		defer timer.Stop()
		defer response.Body.Close()
	}
	if err := c.read(call.operation, response, result); err != nil {
		if _, ok := AsError(err); ok {
			return err
		}
		isTimeout := !isStream && attemptContext.Err() != nil
		return connectionError(ctx, err, isTimeout)
	}
	details := ResponseDetails{response.StatusCode, response.Header, response.Header.Get("X-Request-Id")}
	for _, listener := range []func(ResponseDetails){c.options.OnResponse, call.options.onResponse} {
		if listener != nil {
			listener(details)
		}
	}
	return nil
}

type cancelingBody struct {
	io.ReadCloser
	cancel context.CancelFunc
}

func (b *cancelingBody) Close() error {
	defer b.cancel()
	return b.ReadCloser.Close()
}

// send gives credentials to no other origin, and follows redirects only where they change nothing.
func (c *core) send(ctx context.Context, call *preparedCall) (*http.Response, error) {
	target, header := call.url, call.header
	for redirects := 0; ; redirects++ {
		request, err := http.NewRequestWithContext(ctx, call.operation.method, target, nil)
		if err != nil {
			return nil, err
		}
		request.Header = header
		if call.body != nil {
			reader, err := call.body.reader()
			if err != nil {
				return nil, err
			}
			request.Body, request.ContentLength = io.NopCloser(reader), call.body.length
		}
		response, err := c.options.Transport.RoundTrip(request)
		if err != nil {
			return nil, err
		}
		next, isFollowed := redirectOf(request, response)
		if !isFollowed || redirects >= maxRedirects {
			return response, nil
		}
		_ = response.Body.Close()
		if next.Scheme != request.URL.Scheme || next.Host != request.URL.Host {
			header = header.Clone()
			for name := range optionNames {
				header.Del(name)
			}
		}
		target = next.String()
	}
}

func redirectOf(request *http.Request, response *http.Response) (*url.URL, bool) {
	switch response.StatusCode {
	case 301, 302, 303, 307, 308:
	default:
		return nil, false
	}
	location := response.Header.Get("Location")
	next, err := request.URL.Parse(location)
	if err != nil || location == "" || request.Method != http.MethodGet {
		return nil, false
	}
	return next, next.Scheme == "https" || (next.Scheme == "http" && request.URL.Scheme == "http")
}

func (c *core) read(o operation, response *http.Response, result any) error {
	if response.StatusCode >= 300 {
		return c.failure(response)
	}
	switch o.result {
	case "bytes":
		*result.(*Download) = Download{response.Body, response.Header.Get("Content-Type"), response.ContentLength, response.Header, response.Header.Get("X-Request-Id")}
		return nil
	case "events":
		*result.(*EventStream) = EventStream{body: response.Body, lines: bufio.NewReader(response.Body)}
		return nil
	}
	data, err := c.readAll(response)
	if err != nil || o.result == "none" || response.StatusCode == http.StatusNoContent {
		return err
	}
	if err := json.Unmarshal(data, result); err != nil {
		message := fmt.Sprintf("Expected JSON of %s, received %s with status %d", o.id, first(response.Header.Get("Content-Type"), "no type"), response.StatusCode)
		return &Error{Class: InvalidResponseError, Code: "INVALID_RESPONSE", Message: message, cause: err}
	}
	return nil
}

func (c *core) readAll(response *http.Response) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(response.Body, c.options.MaxResponseBytes+1))
	if err == nil && int64(len(data)) > c.options.MaxResponseBytes {
		message := fmt.Sprintf("The response is longer than %d bytes", c.options.MaxResponseBytes)
		return nil, &Error{Class: InvalidResponseError, Code: "RESPONSE_TOO_LARGE", Message: message}
	}
	return data, err
}

// failure is what a response describes, also one of a proxy that knows no problem details.
func (c *core) failure(response *http.Response) *Error {
	data, _ := c.readAll(response)
	var body any
	if json.Unmarshal(data, &body) != nil {
		if len(data) > maxErrorText {
			data = data[:maxErrorText]
		}
		body = string(data)
	}
	members, _ := body.(map[string]any)
	word := func(name string) string {
		text, _ := members[name].(string)
		return text
	}
	status := response.StatusCode
	issues := issuesOf(members["issues"])
	title := first(word("title"), word("error"), fmt.Sprintf("HTTP status %d", status))
	var reasons []string
	if detail := first(word("detail"), word("details")); detail != "" {
		reasons = append(reasons, detail)
	}
	for index, issue := range issues {
		if index < 3 {
			reasons = append(reasons, issue.Path+": "+issue.Message)
		}
	}
	if len(reasons) > 0 {
		title += ": " + strings.Join(reasons, " ")
	}
	return &Error{
		Class: classOf(status), Code: first(word("code"), fmt.Sprintf("HTTP_%d", status)), Message: title, Status: status,
		RequestID:  first(response.Header.Get("X-Request-Id"), word("request_id")),
		RetryAfter: parseRetryAfter(response.Header.Get("Retry-After"), c.options.Now()), Issues: issues, Body: body,
	}
}

func issuesOf(value any) []Issue {
	list, _ := value.([]any)
	issues := []Issue{}
	for _, each := range list {
		members, ok := each.(map[string]any)
		path, _ := members["path"].(string)
		message, _ := members["message"].(string)
		if ok {
			issues = append(issues, Issue{path, message})
		}
	}
	return issues
}

// delay is false for a failure that is final.
func (c *core) delay(call *preparedCall, err error, attempt int) (time.Duration, bool) {
	failure, ok := AsError(err)
	canRepeat := call.body == nil || call.body.length >= 0
	if !ok || !canRepeat || attempt >= *call.options.maxRetries {
		return 0, false
	}
	isRepeatable := isIdempotent(call.operation.method) || call.header.Get("Idempotency-Key") != ""
	isRetried := isRepeatable && (failure.Is(ConnectionError) || failure.Code == "INVALID_RESPONSE")
	if failure.Status > 0 {
		isRetried = isTransient(failure.Status, failure.Code, isRepeatable)
	}
	if !isRetried {
		return 0, false
	}
	return retryDelay(attempt, failure.RetryAfter, c.options.Random())
}

func connectionError(ctx context.Context, err error, isTimeout bool) error {
	if ctx.Err() != nil {
		return fmt.Errorf("svc: %w", ctx.Err())
	}
	var timeout interface{ Timeout() bool }
	if isTimeout || (errors.As(err, &timeout) && timeout.Timeout()) {
		return &Error{Class: TimeoutError, Code: "TIMEOUT", Message: "No response within the timeout", cause: err}
	}
	return &Error{Class: ConnectionError, Code: "CONNECTION_FAILED", Message: err.Error(), cause: err}
}

func sleep(ctx context.Context, delay time.Duration) error {
	timer := time.NewTimer(delay)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
