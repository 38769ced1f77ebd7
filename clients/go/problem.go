package couloir

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// Problem is what is wrong with a param or a result.
type Problem struct {
	// Field is the path of the member, such as nodeIDs[2]; empty for the whole.
	Field string
	// Expected describes what is accepted.
	Expected string
	// Got is the value if it is short and not secret, otherwise its kind.
	Got string
}

// String returns the problem as text: txID: expected a cb58 ID of 32 bytes, got "x".
func (p Problem) String() string {
	if p.Field == "" {
		return "expected " + p.Expected + ", got " + p.Got
	}
	return p.Field + ": expected " + p.Expected + ", got " + p.Got
}

const shownMax = 64

// describe names a value: short texts, numbers and words as JSON writes them, others by kind.
func describe(value any) string {
	switch own := value.(type) {
	case nil:
		return "null"
	case string:
		letters := []rune(own)
		if len(letters) <= shownMax {
			return quote(own)
		}
		return fmt.Sprintf("%s and %d more", quote(string(letters[:shownMax])), len(letters)-shownMax)
	case []any:
		return fmt.Sprintf("a list of %d", len(own))
	case map[string]any:
		return "an object"
	default:
		return fmt.Sprint(own)
	}
}

func quote(text string) string {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text)
	return strings.TrimRight(out.String(), "\n")
}

func kindName(wanted reflect.Type) string {
	switch wanted.Kind() {
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return "a list"
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Interface:
		return "a value"
	case reflect.Float32, reflect.Float64:
		return "a number"
	default:
		return "an integer"
	}
}
