package svc

import (
	"context"
	"net/http"
	"time"
)

// ResponseDetails are status and headers of a successful response, for ETags, credits and rates.
type ResponseDetails struct {
	Status    int
	Header    http.Header
	RequestID string
}

// Options of a client.
type Options struct {
	// BaseURL of the service; by default the environment variable SVC_URL.
	BaseURL string
	// APIKey is by default the environment variable SVC_API_KEY.
	APIKey string
	// PluginToken is a signed token, for the operations of Plugin.
	PluginToken string
	// SessionID is what Plugin.Init returned, for the operations of Plugin.
	SessionID string
	// Timeout of one attempt, 30 seconds by default. Downloads and events may take longer once they began.
	Timeout time.Duration
	// MaxRetries is 2 by default.
	MaxRetries *int
	// MaxResponseBytes is the longest JSON response, 64 MiB by default.
	MaxResponseBytes int64
	// Transport sends requests; by default http.DefaultTransport.
	Transport  http.RoundTripper
	OnResponse func(ResponseDetails)
	// Random is the source of jitter, 0 to 1; for tests.
	Random func() float64
	// Sleep waits between attempts; for tests.
	Sleep func(context.Context, time.Duration) error
	// Now reads the clock for dates of Retry-After; for tests.
	Now func() time.Time
}

type requestOptions struct {
	idempotencyKey, ifMatch, ifNoneMatch string
	timeout                              time.Duration
	maxRetries                           *int
	headers                              map[string]string
	extra                                map[string]any
	onResponse                           func(ResponseDetails)
}

// RequestOption changes one call.
type RequestOption func(*requestOptions)

// WithIdempotencyKey sets a key that is kept over retries. By default an operation that accepts it has a new one for each call.
func WithIdempotencyKey(key string) RequestOption {
	return func(o *requestOptions) { o.idempotencyKey = key }
}

// WithIfMatch sets the ETag of the revision that the call changes.
func WithIfMatch(tag string) RequestOption { return func(o *requestOptions) { o.ifMatch = tag } }

// WithIfNoneMatch sets the ETag of the revision that the caller has; NotModifiedError if it is still current.
func WithIfNoneMatch(tag string) RequestOption {
	return func(o *requestOptions) { o.ifNoneMatch = tag }
}

// WithTimeout limits one attempt.
func WithTimeout(timeout time.Duration) RequestOption {
	return func(o *requestOptions) { o.timeout = timeout }
}

// WithMaxRetries replaces the number of the client.
func WithMaxRetries(retries int) RequestOption {
	return func(o *requestOptions) { o.maxRetries = &retries }
}

// WithHeader adds a header.
func WithHeader(name, value string) RequestOption {
	return func(o *requestOptions) { o.headers[name] = value }
}

// WithExtra adds a member or parameter that a newer service accepts.
func WithExtra(name string, value any) RequestOption {
	return func(o *requestOptions) { o.extra[name] = value }
}

// OnResponse receives status and headers of a successful response.
func OnResponse(listener func(ResponseDetails)) RequestOption {
	return func(o *requestOptions) { o.onResponse = listener }
}
