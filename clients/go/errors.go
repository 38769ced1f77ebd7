package couloir

import (
	"encoding/json"
	"slices"
	"strings"
)

// ErrorName is the name of a declared error. errors.Is(err, ErrNotFound) reports whether a
// call returned it.
type ErrorName string

// Error makes a name a target of errors.Is.
func (n ErrorName) Error() string { return string(n) }

// RPCError is an error that the node returned. Its text names the method and says what is wrong, such as
// platform.getTx: txID: expected a cb58 ID of 32 bytes, got "x".
type RPCError struct {
	// Method is the one that was called.
	Method string
	// Code is the JSON-RPC error code.
	Code int
	// Message is the message as the node sent it.
	Message string
	// Data is the node's additional data as JSON; nil if there is none.
	Data json.RawMessage
	// Name is the name of the declared error; empty if this client does not know the error.
	Name ErrorName
	// Arguments are the texts of the declared message's placeholders, and the text members of Data.
	Arguments map[string]string
	// Problem is the param that was rejected, as the node says or as this client found out; nil if neither knows.
	Problem *Problem
}

func (e *RPCError) Error() string {
	if e.Problem != nil {
		return e.Method + ": " + e.Problem.String()
	}
	return e.Method + ": " + e.Message
}

// Is reports whether the target is the declared error with this name.
func (e *RPCError) Is(target error) bool {
	name, ok := target.(ErrorName)
	return ok && name != "" && name == e.Name
}

// Reason is the reason for a TransportError.
type Reason string

// The reasons of a TransportError.
const (
	// ReasonTimeout means that no response arrived in time.
	ReasonTimeout Reason = "timeout"
	// ReasonConnection: the node could not be reached.
	ReasonConnection Reason = "connection"
	// ReasonHTTP: a status other than 2xx.
	ReasonHTTP Reason = "http"
	// ReasonResponse means that the response is invalid.
	ReasonResponse Reason = "response"
)

// TransportError reports that no valid JSON-RPC response arrived.
type TransportError struct {
	Reason Reason
	// Status is the HTTP status, where there was one.
	Status int
	// Message describes the failure.
	Message string
	// Err is the underlying error, if any.
	Err error
}

func (e *TransportError) Error() string {
	if e.Err == nil {
		return e.Message
	}
	return e.Message + ": " + e.Err.Error()
}

// Unwrap returns the underlying error.
func (e *TransportError) Unwrap() error { return e.Err }

func responseError(message string) *TransportError {
	return &TransportError{Reason: ReasonResponse, Message: message}
}

type errorForm struct {
	name    ErrorName
	code    int
	message string
}

func byName(forms []errorForm) map[ErrorName][]errorForm {
	grouped := map[ErrorName][]errorForm{}
	for _, form := range forms {
		grouped[form.name] = append(grouped[form.name], form)
	}
	return grouped
}

type errorAnswer struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data,omitempty"`
}

const codeInvalidParams = -32602

// newRPCError checks the params if the node does not say which one it rejects.
func newRPCError(method *method, answer *errorAnswer, params any) *RPCError {
	if string(answer.Data) == "null" {
		answer.Data = nil
	}
	name, arguments := recognise(answer, method.errors)
	if name != "" {
		arguments = withTexts(arguments, answer.Data)
	}
	problem := problemIn(answer.Data)
	unclear := name == "InvalidParams" || name == "" && answer.Code == codeInvalidParams
	if problem == nil && unclear && params != nil {
		problem = checkParams(method.name, params)
	}
	return &RPCError{method.name, answer.Code, answer.Message, answer.Data, name, arguments, problem}
}

// problemIn returns the problem that an error's data names.
func problemIn(data json.RawMessage) *Problem {
	var named struct{ Field, Expected, Got *string }
	if kindOf(data) != objectKind || json.Unmarshal(data, &named) != nil {
		return nil
	}
	if named.Field == nil || named.Expected == nil || named.Got == nil {
		return nil
	}
	return &Problem{*named.Field, *named.Expected, *named.Got}
}

// recognise finds the declared error with this code and message. If several match, it returns the
// one with the longest fixed text.
func recognise(answer *errorAnswer, declared []ErrorName) (best ErrorName, arguments map[string]string) {
	words := -1
	arguments = map[string]string{}
	for _, name := range slices.Concat(declared, commonErrors) {
		for _, form := range errorForms[name] {
			literals, names := splitMessage(form.message)
			own := len([]rune(strings.Join(literals, "")))
			if form.code != answer.Code || own <= words {
				continue
			}
			if texts, ok := match(answer.Message, literals); ok {
				best, words, arguments = name, own, map[string]string{}
				for i, text := range texts {
					arguments[names[i]] = text
				}
			}
		}
	}
	return best, arguments
}

// splitMessage splits a message into the text around its placeholders and their names.
func splitMessage(message string) (literals, names []string) {
	literals = []string{""}
	for message != "" {
		before, after, _ := strings.Cut(message, "{")
		name, rest, closed := strings.Cut(after, "}")
		literals[len(literals)-1] += before
		if closed && isName(name) {
			literals, names = append(literals, ""), append(names, name)
			message = rest
		} else {
			literals[len(literals)-1] += message[len(before):min(len(before)+1, len(message))]
			message = after
		}
	}
	return literals, names
}

func isName(text string) bool {
	for i, letter := range text {
		isLetter := letter >= 'a' && letter <= 'z' || letter >= 'A' && letter <= 'Z'
		isDigit := letter >= '0' && letter <= '9' || letter == '_'
		if !isLetter && (i == 0 || !isDigit) {
			return false
		}
	}
	return text != ""
}

// match returns the text between the literals, the first part as long as possible. It finds the literals from the end, each
// once: to try every combination of places would take minutes for a long message.
func match(message string, literals []string) ([]string, bool) {
	first, rest := literals[0], literals[1:]
	if len(rest) == 0 {
		return nil, message == first
	}
	inner, isFirst := strings.CutPrefix(message, first)
	last := len(rest) - 1
	if !isFirst || !strings.HasSuffix(inner, rest[last]) {
		return nil, false
	}
	texts := make([]string, len(rest))
	inner = inner[:len(inner)-len(rest[last])]
	for ; last > 0; last-- {
		literal := rest[last-1]
		at := strings.LastIndex(inner, literal)
		if at < 0 {
			return nil, false
		}
		texts[last] = inner[at+len(literal):]
		inner = inner[:at]
	}
	texts[0] = inner
	return texts, true
}

// withTexts adds the text members of data to the arguments from the message.
func withTexts(arguments map[string]string, data json.RawMessage) map[string]string {
	var members map[string]json.RawMessage
	if kindOf(data) != objectKind || json.Unmarshal(data, &members) != nil {
		return arguments
	}
	for name, member := range members {
		var text string
		if _, isArgument := arguments[name]; isArgument || kindOf(member) != textKind {
			continue
		}
		if json.Unmarshal(member, &text) == nil {
			arguments[name] = text
		}
	}
	return arguments
}
