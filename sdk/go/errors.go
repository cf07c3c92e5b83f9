package svc

import (
	"errors"
	"fmt"
	"time"
)

// ErrorClass groups errors: errors.Is(err, svc.NotFoundError).
type ErrorClass string

// Classes of errors. ApiError includes every response that is a failure, ConnectionError includes TimeoutError.
const (
	ConfigurationError       ErrorClass = "ConfigurationError"
	ConnectionError          ErrorClass = "ConnectionError"
	TimeoutError             ErrorClass = "TimeoutError"
	InvalidResponseError     ErrorClass = "InvalidResponseError"
	WebhookVerificationError ErrorClass = "WebhookVerificationError"
	ApiError                 ErrorClass = "ApiError"
	NotModifiedError         ErrorClass = "NotModifiedError"
	AuthenticationError      ErrorClass = "AuthenticationError"
	InsufficientCreditsError ErrorClass = "InsufficientCreditsError"
	PermissionDeniedError    ErrorClass = "PermissionDeniedError"
	NotFoundError            ErrorClass = "NotFoundError"
	ConflictError            ErrorClass = "ConflictError"
	PreconditionFailedError  ErrorClass = "PreconditionFailedError"
	ValidationError          ErrorClass = "ValidationError"
	RateLimitError           ErrorClass = "RateLimitError"
	ServerError              ErrorClass = "ServerError"
)

// Error is the name of the class.
func (c ErrorClass) Error() string { return string(c) }

// Issue is one invalid value of a request: a JSON Pointer to it (RFC 6901), and the problem with its remedy.
type Issue struct {
	Path    string `json:"path"`
	Message string `json:"message"`
}

// Error is every failure of this library. Fields from Status on are of responses (RFC 9457).
type Error struct {
	Class ErrorClass
	// Code of the service, or one of the library in the same spelling.
	Code    string
	Message string
	// Status is 0 if there was no response that is a failure.
	Status    int
	RequestID string
	// RetryAfter is nil without a readable Retry-After.
	RetryAfter *time.Duration
	Issues     []Issue
	// Body is parsed JSON with every member that the service sent; otherwise at most 64 KB of text.
	Body  any
	cause error
}

func (e *Error) Error() string { return fmt.Sprintf("svc: %s (%s)", e.Message, e.Code) }

// Unwrap returns the error of the connection or of the context.
func (e *Error) Unwrap() error { return e.cause }

// Is reports whether the error is of a class.
func (e *Error) Is(target error) bool {
	class, ok := target.(ErrorClass)
	return ok && (class == e.Class || (class == ApiError && e.Status > 0) || (class == ConnectionError && e.Class == TimeoutError))
}

// AsError returns the failure in an error of this library.
func AsError(err error) (*Error, bool) {
	var failure *Error
	ok := errors.As(err, &failure)
	return failure, ok
}

func classOf(status int) ErrorClass {
	classes := map[int]ErrorClass{
		304: NotModifiedError, 400: ValidationError, 401: AuthenticationError, 402: InsufficientCreditsError,
		403: PermissionDeniedError, 404: NotFoundError, 409: ConflictError, 410: NotFoundError, 412: PreconditionFailedError,
		413: ValidationError, 415: ValidationError, 422: ValidationError, 423: ConflictError, 428: PreconditionFailedError,
		429: RateLimitError,
	}
	if class, ok := classes[status]; ok {
		return class
	}
	if status >= 500 {
		return ServerError
	}
	return ApiError
}

func configurationError(code, format string, values ...any) *Error {
	return &Error{Class: ConfigurationError, Code: code, Message: fmt.Sprintf(format, values...)}
}
