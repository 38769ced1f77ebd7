package couloir

import (
	"net/http"
	"time"
)

// Option is a setting of a client, or of one call, where it wins over that of the client.
type Option func(*settings)

type settings struct {
	timeout     time.Duration
	idleTimeout time.Duration
	retries     int
	retryDelay  time.Duration
	header      http.Header
	client      *http.Client
}

// WithTimeout gives up after so long, repetitions included; 0 waits until the context ends. Default 30
// seconds.
func WithTimeout(timeout time.Duration) Option {
	return func(s *settings) { s.timeout = timeout }
}

// WithIdleTimeout takes the connection of an event stream for broken when nothing comes for so long; 0 never.
// Default 45 seconds, in which the node gives three signs of life.
func WithIdleTimeout(timeout time.Duration) Option {
	return func(s *settings) { s.idleTimeout = timeout }
}

// WithRetries says how often a call that may be repeated is sent again after a passing failure. Default 2.
func WithRetries(retries int) Option {
	return func(s *settings) { s.retries = retries }
}

// WithRetryDelay is the wait before the first repetition, doubled for each further one. Default 100 ms.
func WithRetryDelay(delay time.Duration) Option {
	return func(s *settings) { s.retryDelay = delay }
}

// WithHeader sends a header with every request, such as Authorization.
func WithHeader(name, value string) Option {
	return func(s *settings) {
		s.header = s.header.Clone()
		s.header.Set(name, value)
	}
}

// WithHTTPClient sends by this HTTP client rather than one of its own.
func WithHTTPClient(client *http.Client) Option {
	return func(s *settings) { s.client = client }
}

func defaultSettings() settings {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 16
	return settings{
		timeout:     30 * time.Second,
		idleTimeout: 45 * time.Second,
		retries:     2,
		retryDelay:  100 * time.Millisecond,
		header:      http.Header{"Content-Type": {"application/json"}},
		client:      &http.Client{Transport: transport},
	}
}

func (s settings) with(options []Option) settings {
	for _, option := range options {
		option(&s)
	}
	return s
}
