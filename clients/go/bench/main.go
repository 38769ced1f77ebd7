// The bench program of the Go client: see clients/README.md.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"syscall"

	"couloir"
)

func main() {
	url := os.Args[1]
	rounds, _ := strconv.Atoi(os.Args[2])
	calls, _ := strconv.Atoi(os.Args[3])
	client := couloir.New(url)
	throughClient := func() error {
		_, err := client.Platform.GetHeight(context.Background())
		return err
	}
	byHand := func() error { return heightByHand(url) }
	// Warm up connections and caches before measuring.
	measure(byHand, calls/10)
	measure(throughClient, calls/10)
	for round := range rounds {
		var hand, typed float64
		if round%2 == 0 {
			hand, typed = measure(byHand, calls), measure(throughClient, calls)
		} else {
			typed, hand = measure(throughClient, calls), measure(byHand, calls)
		}
		fmt.Printf("{\"byHandMicros\":%f,\"clientMicros\":%f}\n", hand, typed)
	}
}

// heightByHand is the minimal hand-written call that handles deadlines and errors.
func heightByHand(url string) error {
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "platform.getHeight"})
	if err != nil {
		return err
	}
	response, err := http.Post(url+"/ext/bc/P", "application/json", bytes.NewReader(body))
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	var answer struct {
		Result struct {
			Height string `json:"height"`
		} `json:"result"`
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		return err
	}
	_, err = strconv.ParseUint(answer.Result.Height, 10, 64)
	return err
}

// measure returns the CPU time per call in microseconds.
func measure(call func() error, calls int) float64 {
	began := cpuMicros()
	for range calls {
		if err := call(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	return float64(cpuMicros()-began) / float64(calls)
}

func cpuMicros() int64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return (usage.Utime.Nano() + usage.Stime.Nano()) / 1000
}
