package couloir

import (
	"encoding/json"
	"reflect"
)

// answer is a JSON-RPC response whose result is of type T.
type answer[T any] struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  *T              `json:"result"`
	Error   *errorAnswer    `json:"error"`
	// resultText begins with the result.
	resultText []byte
}

// readAnswer reads a response, and checks that it has the form of JSON-RPC 2.0 and that its error and its result lack no
// member.
func readAnswer[T any](m *method, text []byte, a *answer[T]) error {
	if kindOf(text) != objectKind {
		return invalidResponse(m, "the response is not an object")
	}
	if err := decodeInto(text, a); err != nil {
		return unreadable(m, err)
	}
	parts, problem := partsOf(text)
	if problem != nil {
		return invalidAnswer(m, problem)
	}
	result, hasResult := parts["result"]
	failure, hasError := parts["error"]
	switch {
	case a.Version != "2.0":
		return invalidAnswer(m, &Problem{"jsonrpc", `"2.0"`, describeVersion(text, parts)})
	case hasResult && hasError:
		return invalidResponse(m, "the response has both result and error")
	case hasError:
		problem, _ = missing(text, failure, reflect.ValueOf(a.Error), "error", limits{notNull: 1})
	case !hasResult:
		return invalidResponse(m, "the response has neither result nor error")
	default:
		a.resultText = text[result:]
		problem, _ = missing(text, result, reflect.ValueOf(a.Result), "", limits{})
	}
	if problem != nil {
		return invalidAnswer(m, problem)
	}
	return nil
}

// isTo reports whether it is the response to a call. An error can have null instead of the ID, if the node did not find it.
func (a *answer[T]) isTo(id string) bool {
	return string(a.ID) == id || a.Error != nil && string(a.ID) == "null"
}

var answerFields = fieldsOf(reflect.TypeFor[answer[struct{}]]())

// partsOf returns the places of the members of a response that JSON-RPC defines.
func partsOf(text []byte) (parts map[string]int, problem *Problem) {
	parts = map[string]int{}
	eachMember(text, skipSpace(text, 0), func(name string, at int) bool {
		_, isPart := answerFields.byName[name]
		_, isSecond := parts[name]
		switch {
		case isSecond:
			problem = &Problem{name, "one value", "more than one"}
		case isPart:
			parts[name] = at
		default:
			problem = answerFields.otherCase(name, "")
		}
		return problem == nil
	})
	return parts, problem
}

func describeVersion(text []byte, parts map[string]int) string {
	start, found := parts["jsonrpc"]
	if !found {
		return "nothing"
	}
	var version any
	_ = json.Unmarshal(text[start:skipValue(text, start)], &version)
	return describe(version)
}

// outcome is the result, or the error that the server returned.
func (a *answer[T]) outcome(m *method, params any) (*T, error) {
	if a.Error != nil {
		return nil, newRPCError(m, a.Error, params)
	}
	if a.Result == nil && m.nullable {
		value := new(T)
		return value, decodeInto([]byte("null"), value)
	}
	if a.Result == nil {
		return nil, invalidAnswer(m, &Problem{"", kindName(reflect.TypeFor[T]()), "null"})
	}
	return a.Result, nil
}

func noAnswer(m *method) error {
	return invalidResponse(m, "the response is not that to this call")
}

func invalidAnswer(m *method, problem *Problem) error {
	return invalidResponse(m, problem.String())
}

func invalidResponse(m *method, message string) error {
	return responseError(m.name + ": " + message)
}
