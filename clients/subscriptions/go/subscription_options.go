package couloir

// streamSettings are those of subscriptions.
type streamSettings struct {
	webSocketURL string
	onReconnect  func(error)
}

var defaultStreamSettings streamSettings

// WithWebSocketURL sets where the server pushes, if it is not the URL of the client.
func WithWebSocketURL(url string) Option {
	return func(s *settings) { s.streams.webSocketURL = url }
}

// WithOnReconnect sets what is called after a subscription's connection broke and was opened again, with the reason: what
// the server pushed in between is lost.
func WithOnReconnect(called func(reason error)) Option {
	return func(s *settings) { s.streams.onReconnect = called }
}
