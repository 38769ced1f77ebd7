package couloir

import (
	"encoding/json"
	"reflect"
	"strings"
	"sync"
)

// encoding/json leaves a field unchanged if its member is absent or null. The functions here find such members in the text
// that a value was read from. The text is valid JSON: the decoder has checked it.

// missing returns the first member that the value at a place of the text lacks or that its Go type does not exclude, and
// the end of that value.
func missing(text []byte, start int, value reflect.Value, field string, own limits) (*Problem, int) {
	if text[start] == 'n' {
		return missingNull(value, field, own), start + len("null")
	}
	if value.Type() == reflect.TypeFor[any]() {
		return &Problem{field, "null", kindOf(text[start:]).String()}, skipValue(text, start)
	}
	for value.Kind() == reflect.Pointer || value.Kind() == reflect.Interface {
		if value.IsNil() {
			return nil, skipValue(text, start)
		}
		value = value.Elem()
	}
	var found *Problem
	inner := func(item reflect.Value, place string, at int) bool {
		found, _ = missing(text, at, item, place, own.inner())
		return found == nil
	}
	switch {
	case value.Kind() == reflect.Struct && text[start] == '{':
		return missingInStruct(text, start, value, field)
	case value.Kind() == reflect.Slice && text[start] == '[' && value.Type().Elem().Kind() != reflect.Uint8:
		end := eachItem(text, start, func(index, at int) bool {
			return index >= value.Len() || inner(value.Index(index), field+indexText(index), at)
		})
		return found, end
	case value.Kind() == reflect.Map && text[start] == '{' && value.Type().Key().Kind() == reflect.String:
		end := eachMember(text, start, func(name string, at int) bool {
			item := value.MapIndex(reflect.ValueOf(name).Convert(value.Type().Key()))
			return !item.IsValid() || inner(item, joinField(field, name), at)
		})
		return found, end
	case value.Type() == reflect.TypeFor[int64]():
		end := skipValue(text, start)
		return own.check(value.Int(), field, text[start:end]), end
	default:
		return nil, skipValue(text, start)
	}
}

// missingNull is the problem of null where the type is not nullable. A list or a map that is null reads as nil, because
// Go has no other value for lists that can be null; the struct that has them marks those that cannot be null.
func missingNull(value reflect.Value, field string, own limits) *Problem {
	switch value.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Slice, reflect.Map:
		if !own.isNotNull() {
			return nil
		}
	}
	if _, isUnknown := value.Interface().(Unknown); isUnknown {
		return nil
	}
	return &Problem{field, kindName(value.Type()), "null"}
}

func missingInStruct(text []byte, start int, value reflect.Value, field string) (*Problem, int) {
	known := fieldsOf(value.Type())
	seen := make([]bool, len(known.fields))
	var found, otherCase *Problem
	end := eachMember(text, start, func(name string, at int) bool {
		index, isKnown := known.byName[name]
		if !isKnown {
			if otherCase == nil {
				otherCase = known.otherCase(name, field)
			}
			return true
		}
		if seen[index] {
			found = &Problem{joinField(field, name), "one value", "more than one"}
			return false
		}
		seen[index] = true
		own := known.fields[index]
		if text[at] == 'n' && !own.required {
			return true
		}
		found, _ = missing(text, at, value.Field(own.index), joinField(field, name), own.limits)
		return found == nil
	})
	for index, own := range known.fields {
		if found == nil && own.required && !seen[index] {
			found = &Problem{joinField(field, own.name), "a value", "nothing"}
		}
	}
	if found == nil {
		found = otherCase
	}
	return found, end
}

func joinField(outer, inner string) string {
	if outer == "" || inner == "" || inner[0] == '[' {
		return outer + inner
	}
	return outer + "." + inner
}

type structField struct {
	name     string
	index    int
	required bool
	limits   limits
}

type structFields struct {
	fields []structField
	byName map[string]int
	// byFold has the names in the form in which encoding/json compares them.
	byFold map[string]string
}

func fold(name string) string { return strings.ToLower(strings.ToUpper(name)) }

// otherCase is the problem of a member that differs from a known one in case only. encoding/json reads it as the known one.
func (s *structFields) otherCase(name, field string) *Problem {
	known, isKnown := s.byFold[fold(name)]
	if !isKnown {
		return nil
	}
	return &Problem{joinField(field, known), "this name", quote(name)}
}

// knownFields has the fields of types that were read; types never change.
var knownFields sync.Map

func fieldsOf(own reflect.Type) *structFields {
	if known, found := knownFields.Load(own); found {
		return known.(*structFields)
	}
	fields := &structFields{byName: map[string]int{}, byFold: map[string]string{}}
	for i := range own.NumField() {
		name, options, _ := strings.Cut(own.Field(i).Tag.Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}
		fields.byName[name] = len(fields.fields)
		fields.byFold[fold(name)] = name
		isRequired := !strings.Contains(options, "omit")
		fields.fields = append(fields.fields, structField{name, i, isRequired, limitsOf(options)})
	}
	knownFields.Store(own, fields)
	return fields
}

// eachMember visits the members of the object at start until visit returns false, and returns the end of the object.
func eachMember(text []byte, start int, visit func(name string, at int) bool) int {
	at := skipSpace(text, start+1)
	for going := true; text[at] == '"'; {
		end := skipValue(text, at)
		name := string(text[at+1 : end-1])
		if strings.ContainsRune(name, '\\') {
			_ = json.Unmarshal(text[at:end], &name)
		}
		at = skipSpace(text, skipSpace(text, end)+1)
		going = going && visit(name, at)
		at = skipSpace(text, skipValue(text, at))
		if text[at] == ',' {
			at = skipSpace(text, at+1)
		}
	}
	return at + 1
}

// eachItem is eachMember for lists.
func eachItem(text []byte, start int, visit func(index, at int) bool) int {
	at := skipSpace(text, start+1)
	going := true
	for index := 0; text[at] != ']'; index++ {
		going = going && visit(index, at)
		at = skipSpace(text, skipValue(text, at))
		if text[at] == ',' {
			at = skipSpace(text, at+1)
		}
	}
	return at + 1
}

func skipSpace(text []byte, at int) int {
	for text[at] == ' ' || text[at] == '\n' || text[at] == '\r' || text[at] == '\t' {
		at++
	}
	return at
}

// skipValue returns the end of the value at a place.
func skipValue(text []byte, at int) int {
	depth := 0
	for ; at < len(text); at++ {
		switch text[at] {
		case '"':
			for at++; text[at] != '"'; at++ {
				if text[at] == '\\' {
					at++
				}
			}
			if depth == 0 {
				return at + 1
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return at
			}
			if depth--; depth == 0 {
				return at + 1
			}
		case ',', ' ', '\n', '\r', '\t':
			if depth == 0 {
				return at
			}
		}
	}
	return at
}
