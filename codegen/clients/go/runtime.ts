import type { ClientFile } from "../language.ts";
import { runtimeFiles } from "../package/package.ts";

const shared = [
  "answer",
  "batch",
  "call",
  "errors",
  "integers",
  "limits",
  "options",
  "param_check",
  "problem",
  "required",
  "transport",
  "union",
  "unreadable",
];

/** What only a document with subscriptions needs. */
const ofStreams = ["connection", "pushed", "subscription", "subscription_options"];

/** What our own documents do not need. */
const ofOthers = ["members", "positions", "results"];

/** The files that are not generated, and the client. */
export function goRuntime(packageName: string, hasStreams: boolean): ClientFile[] {
  const files = [
    ...runtimeFiles("go/*.go", shared, "*.go"),
    {
      path: "client.go",
      text: `// Package ${packageName} is a typed client.\n${printClient(hasStreams)}`,
    },
    ...runtimeFiles("any-document/go/*.go", ofOthers, "*.go"),
    ...(hasStreams
      ? runtimeFiles("subscriptions/go/*.go", ofStreams, "*.go")
      : runtimeFiles("any-document/go/*.go", ["stream_options"], "*.go")),
  ];
  return files.map(({ path, text }) => ({
    path,
    // Every file of a Go package names it.
    text: text.replace(/^package couloir$/m, `package ${packageName}`),
  }));
}

function printClient(hasStreams: boolean): string {
  const fields = hasStreams
    ? `	// Subscriptions is what the server pushes, over WebSockets.
	Subscriptions *Subscriptions
	caller        *caller
`
    : "	caller *caller\n";
  return `package couloir

// Client calls the methods of the API. It is safe for concurrent use.
type Client struct {
	APIs
${fields}}

// New returns a client of the server at a URL. It does not connect yet.
func New(url string, options ...Option) *Client {
	c := newCaller(url, options)
	return &Client{makeAPIs(c), ${hasStreams ? "&Subscriptions{c}, " : ""}c}
}

// Batch returns an empty batch. Add calls to it, send it, and then read the result of each call.
func (c *Client) Batch() *ClientBatch {
	b := &batch{caller: c.caller}
	return &ClientBatch{makeBatch(b), b}
}

// ClientBatch collects calls of a Client.
type ClientBatch struct {
	Batch
	*batch
}
`;
}
