import "./loopback-only.mjs";

// Processes that a test starts inherit it.
const option = `--import=${new URL("./loopback-only.mjs", import.meta.url).href}`;
const inherited = process.env["NODE_OPTIONS"] ?? "";
if (!inherited.includes(option)) process.env["NODE_OPTIONS"] = `${inherited} ${option}`.trim();
