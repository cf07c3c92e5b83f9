package svc

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"strings"
)

// Download has the bytes of a file or image, which are not read before the caller does. Close it.
type Download struct {
	io.ReadCloser
	ContentType string
	// ContentLength is -1 if the service did not announce it.
	ContentLength int64
	Header        http.Header
	RequestID     string
}

// ServerEvent is one event of a stream (HTML, server-sent events).
type ServerEvent struct {
	Event, ID string
	// Data is JSON in all streams of the service.
	Data json.RawMessage
}

// EventStream has events as they arrive. Close it.
type EventStream struct {
	body   io.ReadCloser
	lines  *bufio.Reader
	event  ServerEvent
	reason error
}

// Next waits for an event; false at the end and after an error.
func (s *EventStream) Next() bool {
	event, data := ServerEvent{Event: "message"}, []string(nil)
	for {
		line, err := s.lines.ReadString('\n')
		if err != nil {
			if err != io.EOF {
				s.reason = &Error{Class: ConnectionError, Code: "CONNECTION_FAILED", Message: err.Error(), cause: err}
			}
			return false
		}
		name, value, _ := strings.Cut(strings.TrimRight(line, "\r\n"), ":")
		value = strings.TrimPrefix(value, " ")
		switch {
		case name == "" && value == "" && len(data) > 0:
			event.Data = json.RawMessage(strings.Join(data, "\n"))
			s.event = event
			return true
		case name == "data":
			data = append(data, value)
		case name == "event":
			event.Event = value
		case name == "id":
			event.ID = value
		}
	}
}

// Value is the event of the last Next.
func (s *EventStream) Value() ServerEvent { return s.event }

// Err is what ended the stream early.
func (s *EventStream) Err() error { return s.reason }

// Close closes the connection.
func (s *EventStream) Close() error { return s.body.Close() }

// Iterator has the items of a list and requests pages as they are needed.
type Iterator[T any] struct {
	fetch   func(cursor *string) ([]T, *string, bool, error)
	items   []T
	value   T
	cursor  *string
	cursors map[string]bool
	isDone  bool
	reason  error
}

func newIterator[T any](fetch func(cursor *string) ([]T, *string, bool, error)) *Iterator[T] {
	return &Iterator[T]{fetch: fetch, cursors: map[string]bool{}}
}

// Next goes to the next item; false at the end and after an error.
func (i *Iterator[T]) Next() bool {
	for len(i.items) == 0 {
		if i.isDone || i.reason != nil {
			return false
		}
		i.readPage()
	}
	i.value, i.items = i.items[0], i.items[1:]
	return true
}

func (i *Iterator[T]) readPage() {
	items, next, hasMore, err := i.fetch(i.cursor)
	i.items, i.reason = items, err
	if err != nil {
		return
	}
	if !hasMore || next == nil {
		i.isDone = true
		return
	}
	if i.cursors[*next] {
		i.isDone = true
		i.reason = &Error{Class: InvalidResponseError, Code: "INVALID_RESPONSE", Message: "The service returned the same cursor twice"}
	}
	i.cursors[*next] = true
	i.cursor = next
}

// Value is the item of the last Next.
func (i *Iterator[T]) Value() T { return i.value }

// Err is what ended the list early.
func (i *Iterator[T]) Err() error { return i.reason }
