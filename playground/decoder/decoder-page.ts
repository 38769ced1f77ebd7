import { copyButton } from "../view/copy-button.ts";
import { freshID, h } from "../view/element.ts";
import { jsonView } from "../view/json-view.ts";

/** The bundle of src/decoding/browser.ts beside the page: the codec of the node. */
type Decoder = {
  readonly types: readonly string[];
  readonly encodings: readonly string[];
  readonly decode: (
    text: string,
    network: string,
    as: string,
  ) => readonly { readonly name: string; readonly json: string }[];
  readonly encode: (json: string, encoding: string) => string;
};

/** All networks without a name of their own have the same prefix. */
const anyCustomNetwork = "network-1337";
const networks = ["mainnet", "fuji", "local", "custom"] as const;

/** What bytes are, and the way back. Asks no node. */
export async function decoderPage(): Promise<HTMLElement> {
  const file = new URL("decoder.js", document.baseURI);
  const decoder = (await import(file.href)) as Decoder;
  return h(
    "section",
    { class: "explorer decoder", tabindex: -1, "aria-label": "Decode" },
    h("h1", {}, "Decode"),
    h(
      "p",
      { class: "lead" },
      "What bytes are: a transaction, block, container, UTXO, warp message, ID, node ID, address or BLS key. Everything happens on this page; no node is asked.",
    ),
    decodeForm(decoder),
    h("h1", {}, "Encode"),
    h("p", { class: "lead" }, "The bytes of one reading from above, perhaps changed."),
    encodeForm(decoder),
  );
}

function decodeForm({ types, decode }: Decoder): HTMLElement {
  const input = h("textarea", {
    class: "code",
    rows: 5,
    "aria-label": "Bytes",
    placeholder: "Hex, cb58, base64, an address or a node ID",
    spellcheck: "false",
  });
  const type = select("Type", [["", "anything"], ...types.map((each) => [each, each] as const)]);
  const network = select(
    "Network of addresses",
    networks.map((name) => [name === "custom" ? anyCustomNetwork : name, name] as const),
  );
  const output = h("div", { "aria-live": "polite" });
  const show = (): void => {
    if (input.value.trim() === "") {
      output.replaceChildren();
      return;
    }
    const found = decode(input.value, network.box.value, type.box.value);
    output.replaceChildren(
      ...(found.length === 0
        ? [
            h(
              "p",
              { class: "empty", role: "status" },
              "Nothing of this: the bytes have no type that is known here.",
            ),
          ]
        : found.map(({ name, json }) => reading(name, json))),
    );
  };
  for (const each of [input, type.box, network.box]) each.addEventListener("input", show);
  return h(
    "div",
    {},
    input,
    h("p", { class: "decoder-choices" }, ...type.nodes, " ", ...network.nodes),
    output,
  );
}

function reading(name: string, json: string): HTMLElement {
  return h(
    "section",
    { class: "card" },
    h(
      "h2",
      {},
      name,
      " ",
      copyButton("Copy", () => json),
    ),
    jsonView(json, name, () => undefined),
  );
}

function encodeForm({ encodings, encode }: Decoder): HTMLElement {
  const input = h("textarea", {
    class: "code",
    rows: 5,
    "aria-label": "JSON of a reading",
    spellcheck: "false",
  });
  const encoding = select(
    "Encoding",
    [...encodings].reverse().map((each) => [each, each] as const),
  );
  encoding.box.value = "hexnc";
  const output = h("div", { "aria-live": "polite" });
  const show = (): void => {
    if (input.value.trim() === "") {
      output.replaceChildren();
      return;
    }
    try {
      const text = encode(input.value, encoding.box.value);
      const code = h(
        "pre",
        { class: "code", tabindex: 0, role: "region", "aria-label": "Bytes" },
        text,
      );
      output.replaceChildren(
        copyButton("Copy", () => text),
        code,
      );
    } catch (error) {
      output.replaceChildren(h("p", { class: "trouble", role: "alert" }, (error as Error).message));
    }
  };
  for (const each of [input, encoding.box]) each.addEventListener("input", show);
  return h("div", {}, input, h("p", { class: "decoder-choices" }, ...encoding.nodes), output);
}

function select(name: string, options: readonly (readonly [value: string, text: string])[]) {
  const id = freshID();
  const box = h("select", { id }, ...options.map(([value, text]) => h("option", { value }, text)));
  return { box, nodes: [h("label", { for: id }, name), " ", box] };
}
