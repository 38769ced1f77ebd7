package couloir

import (
	"reflect"
	"strconv"
	"strings"
)

// limits are what a member excludes beyond its Go type. The options of its tag name them, which encoding/json ignores.
type limits struct {
	// notNull has a bit for each level, from the member itself to the items of its lists and maps: whether a value that is
	// nil in Go is never null.
	notNull uint
	// unsigned is whether an integer of the type int64 is not negative.
	unsigned bool
}

// limitsOf reads the options notnull, notnull1 for items, notnull2 for their items, and uint53.
func limitsOf(options string) limits {
	var own limits
	for _, option := range strings.Split(options, ",") {
		if option == "uint53" {
			own.unsigned = true
		}
		if level, found := strings.CutPrefix(option, "notnull"); found {
			depth, _ := strconv.Atoi(level)
			own.notNull |= 1 << depth
		}
	}
	return own
}

// inner returns the limits of the items of a list or a map.
func (l limits) inner() limits { return limits{l.notNull >> 1, l.unsigned} }

func (l limits) isNotNull() bool { return l.notNull&1 != 0 }

// int53Max is the greatest integer that a double holds exactly. An integer of the type int64 has no more.
const int53Max = 1<<53 - 1

func (l limits) check(value int64, field string, text []byte) *Problem {
	least := int64(-int53Max)
	if l.unsigned {
		least = 0
	}
	if value >= least && value <= int53Max {
		return nil
	}
	return &Problem{field, kindName(reflect.TypeFor[int64]()), string(text)}
}
