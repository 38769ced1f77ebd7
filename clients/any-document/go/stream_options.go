package couloir

// streamSettings are none, because the document has no subscriptions.
type streamSettings struct{}

var defaultStreamSettings streamSettings
