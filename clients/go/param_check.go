package couloir

import (
	"bytes"
	"encoding/json"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// paramRule is what a param accepts: the name of a shared rule, or a rule.
type paramRule struct {
	shared string
	own    ruleBody
}

type ruleBody struct {
	Kind       string       `json:"kind"`
	Expected   string       `json:"expected"`
	Min        int          `json:"min"`
	Max        *int         `json:"max"`
	Pattern    *textPattern `json:"pattern"`
	Secret     bool         `json:"secret"`
	Words      []string     `json:"words"`
	IgnoreCase bool         `json:"ignoreCase"`
	Least      string       `json:"least"`
	Most       string       `json:"most"`
	Item       *paramRule   `json:"item"`
	Members    ruledMembers `json:"members"`
	Forms      []paramRule  `json:"forms"`
}

// textPattern is a prefix, then characters out of a set, in groups of Step.
type textPattern struct {
	Prefix     string `json:"prefix"`
	Characters string `json:"characters"`
	Min        int    `json:"min"`
	Max        int    `json:"max"`
	Step       int    `json:"step"`
}

func (r *paramRule) UnmarshalJSON(data []byte) error {
	if kindOf(data) == textKind {
		return json.Unmarshal(data, &r.shared)
	}
	return json.Unmarshal(data, &r.own)
}

// ruledMember is a member and its rule; the document's order is kept, so that the first problem is reported.
type ruledMember struct {
	name     string
	required bool
	rule     paramRule
}

type ruledMembers []ruledMember

func (m *ruledMembers) UnmarshalJSON(data []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	if _, err := decoder.Token(); err != nil {
		return err
	}
	for decoder.More() {
		token, err := decoder.Token()
		if err != nil {
			return err
		}
		marked, _ := token.(string)
		name, required := strings.CutSuffix(marked, "!")
		own := ruledMember{name: name, required: required}
		if err := decoder.Decode(&own.rule); err != nil {
			return err
		}
		*m = append(*m, own)
	}
	return nil
}

type ruleTable struct {
	Shared  map[string]paramRule    `json:"shared"`
	Methods map[string]ruledMembers `json:"methods"`
}

var readRules = sync.OnceValue(func() (table ruleTable) {
	// The text is generated: a test reads it.
	_ = json.Unmarshal([]byte(paramRules), &table)
	return table
})

// checkParams returns the first problem of the params of a method, by what the documents say about them.
func checkParams(method string, params any) *Problem {
	text, err := json.Marshal(params)
	if err != nil {
		return nil
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	if decoder.Decode(&value) != nil {
		return nil
	}
	table := readRules()
	return table.checkMembers(table.Methods[method], value, "")
}

func (t ruleTable) checkMembers(members ruledMembers, value any, field string) *Problem {
	given, isObject := value.(map[string]any)
	if !isObject {
		return nil
	}
	for _, member := range members {
		own, isGiven := given[member.name]
		if own == nil && !member.required {
			continue
		}
		if problem := t.check(member.rule, own, joinField(field, member.name)); problem != nil {
			if !isGiven {
				problem.Got = "nothing"
			}
			return problem
		}
	}
	return nil
}

func (t ruleTable) check(named paramRule, value any, field string) *Problem {
	for named.shared != "" {
		named = t.Shared[named.shared]
	}
	rule := named.own
	if !t.isOfKind(rule, value, field) {
		got := describe(value)
		if text, isText := value.(string); rule.Secret && isText {
			got = "text of " + strconv.Itoa(utf8.RuneCountInString(text)) + " characters"
		}
		return &Problem{field, rule.Expected, got}
	}
	switch own := value.(type) {
	case []any:
		for i, item := range own {
			if rule.Kind != "list" {
				break
			}
			if problem := t.check(*rule.Item, item, field+indexText(i)); problem != nil {
				return problem
			}
		}
	case map[string]any:
		if rule.Kind == "object" {
			return t.checkMembers(rule.Members, value, field)
		}
		for name, item := range own {
			if rule.Kind != "map" {
				break
			}
			if problem := t.check(*rule.Item, item, joinField(field, name)); problem != nil {
				return problem
			}
		}
	}
	return nil
}

func (t ruleTable) isOfKind(rule ruleBody, value any, field string) bool {
	text, isText := value.(string)
	switch rule.Kind {
	case "text":
		return isText && rule.within(utf8.RuneCountInString(text)) && (rule.Pattern == nil || rule.Pattern.fits(text))
	case "word":
		return isText && slices.ContainsFunc(rule.Words, func(word string) bool {
			return word == text || rule.IgnoreCase && strings.EqualFold(word, text)
		})
	case "integer":
		return isIntegerWithin(value, rule.Least, rule.Most)
	case "number":
		_, isNumber := value.(json.Number)
		return isNumber
	case "boolean":
		_, isBoolean := value.(bool)
		return isBoolean
	case "list":
		items, isList := value.([]any)
		return isList && rule.within(len(items))
	case "either":
		return slices.ContainsFunc(rule.Forms, func(form paramRule) bool {
			return t.check(form, value, field) == nil
		})
	default:
		_, isObject := value.(map[string]any)
		return isObject
	}
}

func (r ruleBody) within(size int) bool {
	return size >= r.Min && (r.Max == nil || size <= *r.Max)
}

func isIntegerWithin(value any, least, most string) bool {
	text, isText := value.(string)
	if number, isNumber := value.(json.Number); isNumber {
		text, isText = string(number), true
	}
	if !isText || len(text) > 20 {
		return false
	}
	exact, ok := new(big.Int).SetString(text, 10)
	low, _ := new(big.Int).SetString(least, 10)
	high, _ := new(big.Int).SetString(most, 10)
	return ok && exact.Cmp(low) >= 0 && exact.Cmp(high) <= 0
}

func (p *textPattern) fits(text string) bool {
	rest, found := strings.CutPrefix(text, p.Prefix)
	return found && len(rest) >= p.Min && len(rest) <= p.Max && len(rest)%p.Step == 0 &&
		strings.Trim(rest, p.Characters) == ""
}
