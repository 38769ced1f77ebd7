package couloir

import "time"

// streamSettings are those of event streams.
type streamSettings struct{ idleTimeout time.Duration }

var defaultStreamSettings = streamSettings{idleTimeout: 45 * time.Second}

// WithIdleTimeout sets how long an event stream can be silent before its connection is replaced; 0
// means forever. Default: 45 seconds. The node sends a comment every 15 seconds.
func WithIdleTimeout(timeout time.Duration) Option {
	return func(s *settings) { s.streams.idleTimeout = timeout }
}
