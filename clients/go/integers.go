package couloir

import (
	"bytes"
	"reflect"
	"strconv"
	"strings"
)

// Uint64 is a 64-bit integer. It is read from a JSON number or from decimal text, and written as
// the server reads it.
type Uint64 uint64

// MarshalJSON writes decimal text or a number.
func (u Uint64) MarshalJSON() ([]byte, error) {
	return writtenInteger(strconv.AppendUint(make([]byte, 1, 22), uint64(u), 10)), nil
}

// UnmarshalJSON reads a number or decimal text. Null leaves the value unchanged.
func (u *Uint64) UnmarshalJSON(data []byte) error {
	return readInteger(data, u, func(text string) (Uint64, error) {
		value, err := strconv.ParseUint(text, 10, 64)
		return Uint64(value), err
	})
}

// Int64 is a 64-bit integer with a sign, read and written as Uint64 is.
type Int64 int64

// MarshalJSON writes decimal text or a number.
func (i Int64) MarshalJSON() ([]byte, error) {
	return writtenInteger(strconv.AppendInt(make([]byte, 1, 22), int64(i), 10)), nil
}

// UnmarshalJSON reads a number or decimal text. Null leaves the value unchanged.
func (i *Int64) UnmarshalJSON(data []byte) error {
	return readInteger(data, i, func(text string) (Int64, error) {
		value, err := strconv.ParseInt(text, 10, 64)
		return Int64(value), err
	})
}

func readInteger[T any](data []byte, target *T, parse func(text string) (T, error)) error {
	text := string(data)
	if text == "null" {
		return nil
	}
	if len(text) >= 2 && text[0] == '"' {
		text = text[1 : len(text)-1]
	}
	value, err := parse(text)
	if err != nil || hasOtherForm(text) {
		problem := Problem{"", "an integer", shortened(data)}
		return &wrongPart{problem, reflect.TypeFor[T](), bytes.Clone(data)}
	}
	*target = value
	return nil
}

// writtenInteger returns digits, which begin in the second place, as the server reads them.
func writtenInteger(digits []byte) []byte {
	if !integersAreText {
		return digits[1:]
	}
	digits[0] = '"'
	return append(digits, '"')
}

// hasOtherForm reports whether decimal text has a plus sign or leading zeros, which strconv reads, too. No JSON number has
// them.
func hasOtherForm(text string) bool {
	digits := strings.TrimPrefix(text, "-")
	return digits[0] == '+' || digits[0] == '0' && text != "0" && text != "-0"
}

// Ptr returns a pointer to a value, for an optional param.
func Ptr[T any](value T) *T { return &value }
