package couloir

// WithWebSocketURL sets where the server pushes, if it is not the URL of the client.
func WithWebSocketURL(url string) Option {
	return func(s *settings) { s.webSocketURL = url }
}

// WithOnReconnect sets what is called after a subscription's connection broke and was opened again, with the reason: what
// the server pushed in between is lost.
func WithOnReconnect(called func(reason error)) Option {
	return func(s *settings) { s.onReconnect = called }
}
