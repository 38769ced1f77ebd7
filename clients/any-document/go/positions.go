package couloir

import "encoding/json"

// byPosition arranges params as a list. If one before a given one is left out, it is sent as null, or else the params by name.
func byPosition(always bool, names ...string) func([]byte) ([]byte, error) {
	return func(params []byte) ([]byte, error) {
		var given map[string]json.RawMessage
		if err := json.Unmarshal(params, &given); err != nil {
			return nil, err
		}
		count := len(names)
		for count > 0 && given[names[count-1]] == nil {
			count--
		}
		list := make([]json.RawMessage, count)
		for i, name := range names[:count] {
			list[i] = given[name]
			if list[i] == nil && !always {
				return params, nil
			}
			if list[i] == nil {
				list[i] = json.RawMessage("null")
			}
		}
		return json.Marshal(list)
	}
}
