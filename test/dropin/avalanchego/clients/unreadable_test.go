package clients

import "couloir/test/dropin/avalanchego/local"

// unreadable is, by API and method, what AvalancheGo's clients do not understand in the profile that the node answers in.
var unreadable = map[string]map[string]map[string]string{
	"spec": {
		"index": {
			"GetContainerRange": "the specification answers with the bare list",
		},
		"platform": {
			"GetBlockByHeight":     "the client asks for the encoding hexnc, the specification has hex and json",
			"GetCurrentValidators": "the specification spells the signer's proof proofOfPosession",
			"GetValidatorsAt":      "the specification answers with weights under validators, without public keys",
		},
	},
	"avalanchego-1.12": {},
}[local.Profile()]
