package couloir

import (
	"encoding/json"
	"reflect"
)

// member is a member of an object whose name cannot be in a tag of a struct.
type member struct {
	name     string
	value    any
	required bool
}

// appendMembers writes an object and further members.
func appendMembers(object any, members []member) ([]byte, error) {
	text, err := json.Marshal(object)
	if err != nil {
		return nil, err
	}
	text = text[:len(text)-1]
	for _, each := range members {
		if !each.required && (each.value == nil || reflect.ValueOf(each.value).IsZero()) {
			continue
		}
		name, err := json.Marshal(each.name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(each.value)
		if err != nil {
			return nil, err
		}
		if len(text) > 1 {
			text = append(text, ',')
		}
		text = append(append(append(text, name...), ':'), value...)
	}
	return append(text, '}'), nil
}

// readMembers reads members of an object into the pointers that are their values.
func readMembers(data []byte, members []member) error {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil {
		return err
	}
	for _, each := range members {
		text, found := all[each.name]
		if !found {
			continue
		}
		if err := decodeInto(text, each.value); err != nil {
			return at(each.name, err)
		}
	}
	return nil
}
