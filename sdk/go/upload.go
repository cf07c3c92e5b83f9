package svc

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"io"
	"reflect"
	"strings"
)

// Upload is a file to send. A Content that is an io.Seeker, such as a file, is sent again by retries; others are sent once.
type Upload struct {
	Content io.Reader
	// Name is "file" by default.
	Name string
	// Type is application/octet-stream by default.
	Type string
}

func (u Upload) contentType() string {
	if u.Type == "" {
		return "application/octet-stream"
	}
	return strings.NewReplacer("\r", "", "\n", "").Replace(u.Type)
}

// requestBody is the content of a request in parts, read as it is sent.
type requestBody struct {
	parts       []io.Reader
	starts      []int64
	contentType string
	// length is -1 if a part has no known end; such a body is sent once.
	length int64
}

func newBody(contentType string, parts ...io.Reader) *requestBody {
	body := &requestBody{parts: parts, starts: make([]int64, len(parts)), contentType: contentType}
	for index, part := range parts {
		size := int64(-1)
		if seeker, ok := part.(io.Seeker); ok {
			start, err := seeker.Seek(0, io.SeekCurrent)
			end, endErr := seeker.Seek(0, io.SeekEnd)
			if err == nil && endErr == nil {
				body.starts[index], size = start, end-start
			}
		}
		if size < 0 || body.length < 0 {
			body.length = -1
		} else {
			body.length += size
		}
	}
	return body
}

func (b *requestBody) reader() (io.Reader, error) {
	for index, part := range b.parts {
		if seeker, ok := part.(io.Seeker); ok && b.length >= 0 {
			if _, err := seeker.Seek(b.starts[index], io.SeekStart); err != nil {
				return nil, err
			}
		} else if ok {
			_, _ = seeker.Seek(b.starts[index], io.SeekStart)
		}
	}
	return io.MultiReader(b.parts...), nil
}

// formBody is multipart/form-data: lists repeat the field; objects are JSON (OpenAPI 3.1, 4.8.14.1).
func formBody(values []namedValue) (*requestBody, error) {
	var id [16]byte
	if _, err := rand.Read(id[:]); err != nil {
		return nil, err
	}
	boundary := "svc-" + hex.EncodeToString(id[:])
	var parts []io.Reader
	for _, each := range values {
		list := reflect.ValueOf(each.value)
		if list.Kind() != reflect.Slice {
			parts = append(parts, formField(boundary, each.name, each.value)...)
			continue
		}
		for index := 0; index < list.Len(); index++ {
			parts = append(parts, formField(boundary, each.name, list.Index(index).Interface())...)
		}
	}
	parts = append(parts, strings.NewReader("--"+boundary+"--\r\n"))
	return newBody("multipart/form-data; boundary="+boundary, parts...), nil
}

func formField(boundary, name string, value any) []io.Reader {
	head := fmt.Sprintf("--%s\r\nContent-Disposition: form-data; name=\"%s\"", boundary, escapeName(name))
	if upload, ok := value.(Upload); ok {
		file := upload.Name
		if file == "" {
			file = "file"
		}
		opening := fmt.Sprintf("%s; filename=\"%s\"\r\nContent-Type: %s\r\n\r\n", head, escapeName(file), upload.contentType())
		return []io.Reader{strings.NewReader(opening), upload.Content, strings.NewReader("\r\n")}
	}
	field := reflect.ValueOf(value)
	if field.Kind() == reflect.Pointer {
		field = field.Elem()
	}
	text := fmt.Sprint(field.Interface())
	if field.Kind() == reflect.Map || field.Kind() == reflect.Struct {
		text = string(bytes.TrimSpace(JSON(value)))
	}
	return []io.Reader{strings.NewReader(head + "\r\n\r\n" + text + "\r\n")}
}

// As browsers escape names (HTML, multipart form data).
func escapeName(name string) string {
	return strings.NewReplacer("\r", "%0D", "\n", "%0A", `"`, "%22").Replace(name)
}
