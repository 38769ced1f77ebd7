/** JSON-RPC's own errors, which any call can return. */
export const commonErrors = [
  { name: "ParseError", code: -32700, message: "Parse error" },
  { name: "InvalidRequest", code: -32600, message: "Invalid Request" },
  { name: "MethodNotFound", code: -32601, message: "Method not found" },
  { name: "InvalidParams", code: -32602, message: "Invalid params" },
  { name: "InternalError", code: -32603, message: "Internal error" },
] as const;
