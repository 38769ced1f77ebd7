// The package's own declarations do not compile with our settings; schema-utils.d.ts has what is used.
export { default } from "@open-rpc/schema-utils-js";
