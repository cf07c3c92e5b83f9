package svc

import (
	"bytes"
	"fmt"
	"net/url"
	"reflect"
	"regexp"
	"sort"
	"strings"
)

// operation describes how a call becomes a request.
type operation struct {
	id, method, path   string
	query              []string
	body, result, auth string
	// once: accepts an Idempotency-Key.
	once bool
}

func indexOperations(list []operation) map[string]operation {
	index := make(map[string]operation, len(list))
	for _, each := range list {
		index[each.id] = each
	}
	return index
}

var placeholder = regexp.MustCompile(`\{(\w+)\}`)

func (o operation) isIn(names []string, name string) bool {
	for _, each := range names {
		if each == name {
			return true
		}
	}
	return false
}

func (o operation) pathNames() []string {
	var names []string
	for _, match := range placeholder.FindAllStringSubmatch(o.path, -1) {
		names = append(names, match[1])
	}
	return names
}

// urlOf fails for a parameter of the path that is missing, or that would change the path.
func urlOf(baseURL string, o operation, values []namedValue) (string, error) {
	path, inPath := o.path, o.pathNames()
	for _, name := range inPath {
		text := ""
		for _, each := range values {
			if each.name == name {
				text = fmt.Sprint(each.value)
			}
		}
		if text == "" || text == "." || text == ".." {
			return "", configurationError("INVALID_ARGUMENT", "%s requires %s: a text that is not empty, . or ..", o.id, name)
		}
		path = strings.Replace(path, "{"+name+"}", encode(text), 1)
	}
	var pairs []string
	for _, each := range values {
		isQuery := o.body == "none" || o.isIn(o.query, each.name)
		if isQuery && !o.isIn(inPath, each.name) {
			pairs = append(pairs, pairsOf(each.name, reflect.ValueOf(each.value))...)
		}
	}
	if len(pairs) > 0 {
		path += "?" + strings.Join(pairs, "&")
	}
	return baseURL + path, nil
}

// pairsOf repeats the name for lists; maps have their keys in brackets.
func pairsOf(name string, value reflect.Value) []string {
	switch value.Kind() {
	case reflect.Invalid:
		return nil
	case reflect.Pointer, reflect.Interface:
		return pairsOf(name, value.Elem())
	case reflect.Slice:
		var pairs []string
		for index := 0; index < value.Len(); index++ {
			pairs = append(pairs, pairsOf(name, value.Index(index))...)
		}
		return pairs
	case reflect.Map:
		var pairs []string
		keys := value.MapKeys()
		sort.Slice(keys, func(a, b int) bool { return keys[a].String() < keys[b].String() })
		for _, key := range keys {
			pairs = append(pairs, pairsOf(name+"["+key.String()+"]", value.MapIndex(key))...)
		}
		return pairs
	}
	return []string{encode(name) + "=" + encode(fmt.Sprint(value.Interface()))}
}

// encode leaves the unreserved characters of RFC 3986.
func encode(text string) string {
	return strings.ReplaceAll(url.QueryEscape(text), "+", "%20")
}

func bodyOf(o operation, values []namedValue) (*requestBody, error) {
	if o.body == "none" {
		return nil, nil
	}
	inPath := o.pathNames()
	var members []namedValue
	for _, each := range values {
		if !o.isIn(inPath, each.name) && !o.isIn(o.query, each.name) {
			members = append(members, each)
		}
	}
	switch o.body {
	case "bytes":
		for _, each := range members {
			if upload, ok := each.value.(Upload); ok && each.name == "content" {
				return newBody(upload.contentType(), upload.Content), nil
			}
		}
		return nil, configurationError("INVALID_ARGUMENT", "%s requires content", o.id)
	case "form":
		return formBody(members)
	}
	data, err := writeObject(members)
	if err != nil {
		return nil, configurationError("INVALID_ARGUMENT", "%s: %v", o.id, err)
	}
	return newBody("application/json", bytes.NewReader(data)), nil
}
