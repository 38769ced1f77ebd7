package couloir

import "regexp"

var apiPath = regexp.MustCompile(`/+ext/+(bc|index|info|health|keystore|events|ledger|dev|admin)(/[^?#]*)?(\?.*)?$`)

// withoutAPIPath returns the URL of a node, also if the path of one of its APIs was given.
func withoutAPIPath(url string) string {
	return apiPath.ReplaceAllString(url, "$3")
}
