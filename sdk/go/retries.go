package svc

import (
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	firstDelay = 500 * time.Millisecond
	maxDelay   = 8 * time.Second
	// A longer Retry-After is left to the caller.
	maxRetryAfter = time.Minute
)

func isIdempotent(method string) bool {
	return method == http.MethodGet || method == http.MethodHead || method == http.MethodPut || method == http.MethodDelete
}

func isTransient(status int, code string, isRepeatable bool) bool {
	switch status {
	case 429: // Had no effect, whatever its method.
		return true
	case 408, 500, 502, 503, 504:
		return isRepeatable || code == "IDEMPOTENCY_IN_PROGRESS"
	}
	return code == "IDEMPOTENCY_IN_PROGRESS"
}

// retryDelay is false if the service requires a wait that is too long.
func retryDelay(attempt int, retryAfter *time.Duration, jitter float64) (time.Duration, bool) {
	if retryAfter == nil {
		longest := maxDelay
		if attempt < 4 {
			longest = firstDelay << attempt
		}
		return time.Duration(jitter * float64(longest)), true
	}
	return *retryAfter + time.Duration(jitter*float64(firstDelay)), *retryAfter <= maxRetryAfter
}

var seconds = regexp.MustCompile(`^[0-9]{1,9}$`)

// parseRetryAfter reads seconds or a date in one of the forms of HTTP (RFC 9110, 5.6.7).
func parseRetryAfter(value string, now time.Time) *time.Duration {
	text := strings.TrimSpace(value)
	if seconds.MatchString(text) {
		number, _ := strconv.Atoi(text)
		return Ptr(time.Duration(number) * time.Second)
	}
	date, err := http.ParseTime(text)
	if err != nil {
		return nil
	}
	if wait := date.Sub(now); wait > 0 {
		return &wait
	}
	return Ptr(time.Duration(0))
}
