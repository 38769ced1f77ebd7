package couloir

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// send posts a body and passes the response to decode. It retries after temporary failures. Its errors name the method and
// the URL, except those of decode for a response that is JSON.
func send(
	ctx context.Context, name, target string, body []byte, repeatable bool, s settings,
	decode func([]byte) error,
) error {
	var decoded []byte
	err := sendAgain(ctx, target, body, repeatable, s, func(text []byte) error {
		decoded = text
		return decode(text)
	})
	var failed *TransportError
	if !errors.As(err, &failed) || decoded != nil && json.Valid(decoded) {
		return err
	}
	named := *failed
	named.Message = name + " at " + withoutPassword(target) + ": " + strings.TrimPrefix(failed.Message, name+": ")
	return &named
}

// withoutPassword returns a URL as errors show it.
func withoutPassword(text string) string {
	parsed, err := url.Parse(text)
	if err != nil || parsed.User == nil {
		return text
	}
	return parsed.Redacted()
}

func sendAgain(
	ctx context.Context, url string, body []byte, repeatable bool, s settings,
	decode func([]byte) error,
) error {
	caller := ctx
	if s.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.timeout)
		defer cancel()
	}
	for attempt := 0; ; attempt++ {
		err := post(ctx, url, body, s, decode)
		if err == nil {
			return nil
		}
		if caller.Err() != nil {
			return caller.Err()
		}
		if ctx.Err() != nil {
			return timeoutError(s.timeout)
		}
		if !repeatable || attempt >= s.retries || !isPassing(err) {
			return err
		}
		select {
		case <-ctx.Done():
		case <-time.After(s.retryDelay << attempt):
		}
	}
}

func timeoutError(timeout time.Duration) error {
	return &TransportError{
		Reason:  ReasonTimeout,
		Message: fmt.Sprintf("no answer within %v", timeout),
		Err:     context.DeadlineExceeded,
	}
}

func post(ctx context.Context, url string, body []byte, s settings, decode func([]byte) error) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return &TransportError{Reason: ReasonConnection, Message: "invalid URL", Err: err}
	}
	request.Header = s.header
	response, err := s.client.Do(request)
	if err != nil {
		return connectionError(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := readAll(response, s.maxBytes)
	if err != nil {
		return err
	}
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return statusError(response.StatusCode, text)
	}
	if hasTooManyValues(text) {
		return tooManyValues
	}
	return decode(text)
}

// valuesMax is far more than the values of a response. 128 MiB of empty objects would take many times that as structs.
const valuesMax = 1 << 22

var tooManyValues = responseError(fmt.Sprintf("the response has more than %d values", valuesMax))

func hasTooManyValues(text []byte) bool {
	return len(text) > valuesMax && bytes.Count(text, []byte(","))+bytes.Count(text, []byte("["))+bytes.Count(text, []byte("{")) > valuesMax
}

func readAll(response *http.Response, maxBytes int64) ([]byte, error) {
	if response.ContentLength > maxBytes {
		return nil, tooLong(maxBytes)
	}
	if response.ContentLength < 0 || response.ContentLength > 1<<20 {
		text, err := io.ReadAll(io.LimitReader(response.Body, maxBytes+1))
		if err != nil {
			return nil, connectionError(err)
		}
		if int64(len(text)) > maxBytes {
			return nil, tooLong(maxBytes)
		}
		return text, nil
	}
	text := make([]byte, response.ContentLength)
	if _, err := io.ReadFull(response.Body, text); err != nil {
		return nil, connectionError(err)
	}
	return text, nil
}

func tooLong(maxBytes int64) error {
	return responseError(fmt.Sprintf("the response is longer than %d bytes", maxBytes))
}

func connectionError(err error) error {
	var failed *url.Error
	if errors.As(err, &failed) {
		err = failed.Err
	}
	return &TransportError{Reason: ReasonConnection, Message: "the node could not be reached", Err: err}
}

func statusError(status int, text []byte) error {
	said := strings.TrimSpace(string(text[:min(len(text), 200)]))
	if said == "" {
		said = "no body"
	}
	return &TransportError{Reason: ReasonHTTP, Status: status, Message: fmt.Sprintf("HTTP %d: %s", status, said)}
}

// isPassing reports whether the failure is temporary.
func isPassing(err error) bool {
	var failed *TransportError
	if !errors.As(err, &failed) {
		return false
	}
	switch failed.Status {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return failed.Reason == ReasonConnection
}
