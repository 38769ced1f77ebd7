package couloir

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// Unknown is a form of a union that this client does not know, such as a transaction type of a
// newer node.
type Unknown struct{ json.RawMessage }

// unknownForm keeps a form that this client does not know. It has the kind of a form that it knows.
func unknownForm(s shape, kinds ...jsonKind) (Unknown, error) {
	if slices.Contains(kinds, s.kind) {
		return Unknown{bytes.Clone(s.data)}, nil
	}
	var names []string
	for _, kind := range kinds {
		names = append(names, kind.String())
	}
	return Unknown{}, &wrongPart{problem: Problem{"", strings.Join(names, " or "), s.kind.String()}}
}

type jsonKind byte

const (
	objectKind jsonKind = iota
	listKind
	textKind
	numberKind
	booleanKind
	nullKind
)

func (k jsonKind) String() string {
	return [...]string{"an object", "a list", "text", "a number", "true or false", "null"}[k]
}

// shape is what distinguishes the forms of a union: the kind of a value and the members of an
// object.
type shape struct {
	kind    jsonKind
	data    []byte
	members map[string]json.RawMessage
}

func shapeOf(data []byte) shape {
	s := shape{kind: kindOf(data), data: data}
	if s.kind == objectKind {
		// Invalid JSON never gets here: the decoder has checked the whole text.
		_ = json.Unmarshal(data, &s.members)
	}
	return s
}

func kindOf(data []byte) jsonKind {
	data = bytes.TrimLeft(data, " \t\r\n")
	if len(data) == 0 {
		return nullKind
	}
	switch data[0] {
	case '{':
		return objectKind
	case '[':
		return listKind
	case '"':
		return textKind
	case 't', 'f':
		return booleanKind
	case 'n':
		return nullKind
	default:
		return numberKind
	}
}

// has reports whether there is a member, or a member of a member.
func (s shape) has(path ...string) bool {
	member, found := s.members[path[0]]
	if !found || len(path) == 1 {
		return found
	}
	return shapeOf(member).has(path[1:]...)
}

// says reports whether a member is this text.
func (s shape) says(name, text string) bool {
	return shapeOf(s.members[name]).equals(text)
}

// only reports whether an object has no members other than these.
func (s shape) only(names ...string) bool {
	known := 0
	for _, name := range names {
		if _, found := s.members[name]; found {
			known++
		}
	}
	return s.kind == objectKind && known == len(s.members)
}

// equals reports whether a value is this text.
func (s shape) equals(text string) bool {
	var own string
	return s.kind == textKind && json.Unmarshal(s.data, &own) == nil && own == text
}

func decodePointer[T any](data []byte) (*T, error) {
	value := new(T)
	return value, decodeInto(data, value)
}

func decodeValue[T any](data []byte) (value T, err error) {
	err = decodeInto(data, &value)
	return value, err
}

// asForm converts the value of an inner union to the outer union.
func asForm[U any](value any, err error) (U, error) {
	form, _ := value.(U)
	return form, err
}

// decodeGiven reads a member that may be absent or null, which is nil.
func decodeGiven[U any](decode func([]byte) (U, error)) func(json.RawMessage) (U, error) {
	return func(data json.RawMessage) (form U, err error) {
		if kindOf(data) == nullKind {
			return form, nil
		}
		return decode(data)
	}
}

func decodeList[R, U any](decode func(R) (U, error)) func([]R) ([]U, error) {
	return func(items []R) ([]U, error) {
		if items == nil {
			return nil, nil
		}
		forms := make([]U, len(items))
		for i, item := range items {
			form, err := decode(item)
			if err != nil {
				return nil, at(indexText(i), err)
			}
			forms[i] = form
		}
		return forms, nil
	}
}
