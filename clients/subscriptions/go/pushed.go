package couloir

import "reflect"

// readPushed reads the payload of a notification.
func readPushed[T any](name string) func([]byte) (T, error) {
	return readPushedForms(name, func(value T) (T, error) { return value, nil })
}

// readPushedForms is readPushed for a payload with forms that Go's decoder cannot tell apart.
func readPushedForms[R, U any](name string, decode func(R) (U, error)) func([]byte) (U, error) {
	m := &method{name: name}
	return func(text []byte) (value U, err error) {
		var raw R
		if err := decodeInto(text, &raw); err != nil {
			return value, unreadable(m, err)
		}
		if value, err = decode(raw); err != nil {
			return value, unreadable(m, err)
		}
		if problem, _ := missing(text, 0, reflect.ValueOf(&value).Elem(), "", limits{}); problem != nil {
			return value, invalidAnswer(m, problem)
		}
		return value, nil
	}
}

// asItem puts the payload of one of several notifications into an item.
func asItem[P, I any](read func([]byte) (P, error), put func(*I, P)) func([]byte) (I, error) {
	return func(text []byte) (item I, err error) {
		payload, err := read(text)
		if err == nil {
			put(&item, payload)
		}
		return item, err
	}
}
