package svc

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"sync"
)

// Ptr is for optional parameters: svc.Ptr(true).
func Ptr[T any](value T) *T { return &value }

// Nullable is an optional value that may be null: svc.Value("a"), svc.Null[string](), or nil to leave it out.
type Nullable[T any] struct{ value *T }

// Value is a Nullable that is not null.
func Value[T any](value T) *Nullable[T] { return &Nullable[T]{&value} }

// Null is a Nullable that is null.
func Null[T any]() *Nullable[T] { return &Nullable[T]{} }

// Get returns the value, or nil for null and for a member that is absent.
func (n *Nullable[T]) Get() *T {
	if n == nil {
		return nil
	}
	return n.value
}

// MarshalJSON writes the value or null.
func (n Nullable[T]) MarshalJSON() ([]byte, error) { return json.Marshal(n.value) }

// UnmarshalJSON reads the value or null.
func (n *Nullable[T]) UnmarshalJSON(data []byte) error { return json.Unmarshal(data, &n.value) }

// JSON is the JSON of a form of a union: svc.Row{RawMessage: svc.JSON(section)}. It panics for values that have none.
func JSON(value any) json.RawMessage {
	data, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return data
}

type member struct {
	name       string
	index      int
	isOptional bool
}

var memberCache sync.Map

func membersOf(kind reflect.Type) []member {
	if cached, ok := memberCache.Load(kind); ok {
		return cached.([]member)
	}
	var members []member
	for index := 0; index < kind.NumField(); index++ {
		name, option, _ := strings.Cut(kind.Field(index).Tag.Get("json"), ",")
		if name != "-" && name != "" {
			members = append(members, member{name, index, option == "omitempty"})
		}
	}
	memberCache.Store(kind, members)
	return members
}

type namedValue struct {
	name  string
	value any
}

// Optional members that are nil are left out; an empty list is sent.
func namedValues(model any) []namedValue {
	value := reflect.ValueOf(model)
	var values []namedValue
	for _, member := range membersOf(value.Type()) {
		field := value.Field(member.index)
		if member.isOptional && isNil(field) {
			continue
		}
		values = append(values, namedValue{member.name, field.Interface()})
	}
	return values
}

func isNil(value reflect.Value) bool {
	switch value.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface:
		return value.IsNil()
	}
	return false
}

func writeModel(model any, extra map[string]json.RawMessage) ([]byte, error) {
	values := namedValues(model)
	for name, value := range extra {
		values = append(values, namedValue{name, value})
	}
	return writeObject(values)
}

func writeObject(values []namedValue) ([]byte, error) {
	var buffer bytes.Buffer
	buffer.WriteByte('{')
	for index, each := range values {
		if index > 0 {
			buffer.WriteByte(',')
		}
		if err := writeValue(&buffer, each.name); err != nil {
			return nil, err
		}
		buffer.WriteByte(':')
		if err := writeValue(&buffer, each.value); err != nil {
			return nil, err
		}
	}
	buffer.WriteByte('}')
	return buffer.Bytes(), nil
}

func writeValue(buffer *bytes.Buffer, value any) error {
	encoder := json.NewEncoder(buffer)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	if length := buffer.Len(); err == nil && length > 0 {
		buffer.Truncate(length - 1) // the line feed of Encode
	}
	return err
}

func readModel(data []byte, plain any, extra *map[string]json.RawMessage) error {
	if err := json.Unmarshal(data, plain); err != nil {
		return err
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil {
		return err
	}
	for _, member := range membersOf(reflect.TypeOf(plain).Elem()) {
		delete(members, member.name)
	}
	*extra = nil
	if len(members) > 0 {
		*extra = members
	}
	return nil
}
