package couloir

import (
	"net/http"
	"time"
)

// Option is a setting of a client, or of one call, where it wins over that of the client.
type Option func(*settings)

type settings struct {
	timeout    time.Duration
	retries    int
	retryDelay time.Duration
	header     http.Header
	client     *http.Client
	maxBytes   int64
	streams    streamSettings
}

// WithTimeout sets the total time of a call, including retries; 0 means that only the context ends
// it. Default: 30 seconds.
func WithTimeout(timeout time.Duration) Option {
	return func(s *settings) { s.timeout = timeout }
}

// WithRetries sets how often a repeatable call is sent again after a temporary failure. Default: 2.
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

// WithHTTPClient sets the HTTP client to use. Unless it has a CheckRedirect of its own, redirects
// are not followed: another server must not receive the body and the headers.
func WithHTTPClient(client *http.Client) Option {
	return func(s *settings) { s.client = withoutRedirects(client) }
}

// WithMaxResponseBytes sets the maximum size of a response. Default: 128 MiB.
func WithMaxResponseBytes(bytes int64) Option {
	return func(s *settings) { s.maxBytes = bytes }
}

func withoutRedirects(client *http.Client) *http.Client {
	if client.CheckRedirect != nil {
		return client
	}
	own := *client
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &own
}

func defaultSettings() settings {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 16
	return settings{
		timeout:    30 * time.Second,
		retries:    2,
		retryDelay: 100 * time.Millisecond,
		header:     http.Header{"Content-Type": {"application/json"}},
		client:     withoutRedirects(&http.Client{Transport: transport}),
		maxBytes:   128 << 20,
		streams:    defaultStreamSettings,
	}
}

func (s settings) with(options []Option) settings {
	for _, option := range options {
		option(&s)
	}
	return s
}
