package couloir

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"strings"
)

// wrongPart is the error of a part of a value that has another type than the documents say. The path is found here, because
// what encoding/json writes into its own errors depends on the release of Go.
type wrongPart struct {
	problem Problem
	// of and text are those of the value that the path begins at.
	of   reflect.Type
	text []byte
}

func (w *wrongPart) Error() string { return w.problem.String() }

// decodeInto is json.Unmarshal whose errors name the part that has a wrong type.
func decodeInto(text []byte, target any) error {
	err := json.Unmarshal(text, target)
	if err == nil {
		return nil
	}
	var native *json.UnmarshalTypeError
	var inner *wrongPart
	if !errors.As(err, &inner) && !errors.As(err, &native) || !json.Valid(text) {
		return err
	}
	of := reflect.TypeOf(target).Elem()
	problem, _ := findWrong(text, skipSpace(text, 0), of, "", inner)
	if problem == nil {
		return err
	}
	return &wrongPart{*problem, of, text}
}

// at adds the member or the index that has the wrong part.
func at(place string, err error) error {
	var wrong *wrongPart
	if !errors.As(err, &wrong) {
		return err
	}
	named := *wrong
	named.problem.Field = joinField(place, wrong.problem.Field)
	return &named
}

// within is at, in the UnmarshalJSON method of a value that is read from data.
func within(value any, data []byte, place string, err error) error {
	var wrong *wrongPart
	if !errors.As(at(place, err), &wrong) {
		return err
	}
	wrong.of, wrong.text = reflect.TypeOf(value).Elem(), data
	return wrong
}

// unreadable is the error of a result that has another type than the documents say.
func unreadable(m *method, err error) error {
	failed := &TransportError{Reason: ReasonResponse, Message: m.name + ": the result cannot be read", Err: err}
	var wrong *wrongPart
	if errors.As(err, &wrong) {
		named := wrong.problem
		named.Field = strings.TrimPrefix(strings.TrimPrefix(named.Field, "result"), ".")
		failed.Message, failed.Err = m.name+": "+named.String(), nil
	}
	return failed
}

var unmarshaler = reflect.TypeFor[json.Unmarshaler]()

// findWrong returns the first part of the value at a place of the text that has another type, and the end of the value.
// Inner is the error of an UnmarshalJSON method; without it, the part is one that encoding/json reads itself.
func findWrong(text []byte, start int, of reflect.Type, field string, inner *wrongPart) (found *Problem, end int) {
	for of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	if text[start] == 'n' {
		return nil, start + len("null")
	}
	if reflect.PointerTo(of).Implements(unmarshaler) {
		end = skipValue(text, start)
		if inner == nil || inner.of != of || !bytes.Equal(inner.text, text[start:end]) {
			return nil, end
		}
		problem := inner.problem
		problem.Field = joinField(field, problem.Field)
		return &problem, end
	}
	visit := func(item reflect.Type, place string, at int) bool {
		found, _ = findWrong(text, at, item, place, inner)
		return found == nil
	}
	switch {
	case of.Kind() == reflect.Struct && text[start] == '{':
		end = eachMember(text, start, func(name string, at int) bool {
			item, known := memberOf(of, name)
			return item == nil || visit(item, joinField(field, known), at)
		})
	case of.Kind() == reflect.Map && text[start] == '{':
		end = eachMember(text, start, func(name string, at int) bool {
			return visit(of.Elem(), joinField(field, name), at)
		})
	case of.Kind() == reflect.Slice && text[start] == '[':
		end = eachItem(text, start, func(index, at int) bool {
			return visit(of.Elem(), field+indexText(index), at)
		})
	default:
		end = skipValue(text, start)
		if inner == nil && json.Unmarshal(text[start:end], reflect.New(of).Interface()) != nil {
			found = &Problem{field, kindName(of), received(text[start:end], of)}
		}
	}
	return found, end
}

// memberOf returns the type and the name of the member that encoding/json reads under a name.
func memberOf(of reflect.Type, name string) (reflect.Type, string) {
	known := fieldsOf(of)
	index, isKnown := known.byName[name]
	if own, isOther := known.byFold[fold(name)]; !isKnown && isOther {
		index, isKnown = known.byName[own]
	}
	if isKnown {
		own := known.fields[index]
		return of.Field(own.index).Type, own.name
	}
	for i := range of.NumField() {
		if field := of.Field(i); field.Anonymous && field.Type.Kind() == reflect.Pointer {
			return memberOf(field.Type.Elem(), name)
		}
	}
	return nil, ""
}

// received is the text of a number that does not fit, and otherwise the kind of a value.
func received(text []byte, wanted reflect.Type) string {
	if kindOf(text) == numberKind && wanted.Kind() >= reflect.Int && wanted.Kind() <= reflect.Float64 {
		return shortened(text)
	}
	return kindOf(text).String()
}

func shortened(text []byte) string { return string(text[:min(len(text), 40)]) }

func indexText(index int) string { return "[" + strconv.Itoa(index) + "]" }
