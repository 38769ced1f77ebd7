package couloir

import (
	"context"
	"reflect"
)

// callForms is callValue for a result with forms that Go's decoder cannot tell apart.
func callForms[R, U any](
	ctx context.Context, c *caller, path string, m *method, params any, options []Option, decode func(R) (U, error),
) (value U, err error) {
	result, err := callAs(ctx, c, path, m, params, options, forms(decode))
	if err != nil {
		return value, err
	}
	return *result, nil
}

// addForms is add for such a result.
func addForms[R, U any](b *batch, path string, m *method, params any, decode func(R) (U, error)) *Pending[U] {
	return addAs(b, path, m, params, forms(decode))
}

func forms[R, U any](decode func(R) (U, error)) reading[R, U] {
	return func(a *answer[R], m *method, params any) (*U, error) {
		raw, err := a.outcome(m, params)
		if err != nil {
			return nil, err
		}
		value, err := decode(*raw)
		if err != nil {
			return nil, unreadable(m, err)
		}
		if a.Result == nil {
			return &value, nil
		}
		if problem, _ := missing(a.resultText, 0, reflect.ValueOf(&value).Elem(), "", limits{}); problem != nil {
			return nil, invalidAnswer(m, problem)
		}
		return &value, nil
	}
}

func decodeMap[R, U any](decode func(R) (U, error)) func(map[string]R) (map[string]U, error) {
	return func(members map[string]R) (map[string]U, error) {
		if members == nil {
			return nil, nil
		}
		forms := make(map[string]U, len(members))
		for name, member := range members {
			form, err := decode(member)
			if err != nil {
				return nil, at(name, err)
			}
			forms[name] = form
		}
		return forms, nil
	}
}
