// Package every runs a check for each method of an interface, so that none is forgotten.
package every

import (
	"reflect"
	"testing"
)

// Check calls one method and looks at what it says.
type Check func() error

// Method runs the checks as subtests in the order of the interface T. A method without a check fails, and so does a check
// without a method. What is in unreadable must fail, for the reason given: the subtest is skipped.
func Method[T any](t *testing.T, checks map[string]Check, unreadable map[string]string) {
	t.Helper()
	left := make(map[string]bool, len(checks))
	for name := range checks {
		left[name] = true
	}
	methods := reflect.TypeFor[T]()
	for i := range methods.NumMethod() {
		name := methods.Method(i).Name
		check, ok := checks[name]
		delete(left, name)
		t.Run(name, func(t *testing.T) {
			if !ok {
				t.Fatal("no check calls it")
			}
			run(t, check, unreadable[name])
		})
	}
	for name := range left {
		t.Errorf("%s has no method %s", methods, name)
	}
}

func run(t *testing.T, check Check, reason string) {
	t.Helper()
	err := check()
	switch {
	case reason == "" && err != nil:
		t.Fatal(err)
	case reason != "" && err == nil:
		t.Fatalf("said to be unreadable (%s), but it is read", reason)
	case reason != "":
		t.Skipf("%s (%v)", reason, err)
	}
}
