// Import direction. A folder may import itself and the folders in its row, nothing else of ours.
const layers = {
  crypto: [],
  generated: [],
  formats: ["crypto"],
  networks: ["formats"],
  pchain: ["formats", "crypto", "networks"],
  keystore: ["formats", "crypto"],
  store: ["formats", "crypto", "networks", "pchain", "keystore"],
  chain: ["formats", "crypto", "networks", "pchain", "store"],
  indexer: ["formats", "crypto", "networks", "pchain", "store", "chain"],
  health: ["formats", "store", "chain"],
  events: ["formats", "generated", "pchain", "store"],
  handlers: [
    "formats",
    "crypto",
    "generated",
    "networks",
    "pchain",
    "store",
    "keystore",
    "chain",
    "indexer",
    "health",
  ],
  rpc: ["generated", "formats"],
  node: [
    "formats",
    "crypto",
    "generated",
    "networks",
    "pchain",
    "store",
    "keystore",
    "chain",
    "indexer",
    "health",
    "events",
    "handlers",
    "rpc",
  ],
  mock: ["formats", "generated", "rpc", "node"],
  cli: ["formats", "crypto", "networks", "pchain", "store", "chain", "indexer", "node", "mock"],
};
// Within rpc/, HTTP sees JSON-RPC and streams, which see neither HTTP nor each other.
const rpcLayers = { http: ["json-rpc", "streams"], "json-rpc": [], streams: [] };
// Third parties, each in one place.
const homes = [
  ["better-sqlite3", "^node_modules/better-sqlite3", "^src/store/"],
  ["pg", "^node_modules/pg/", "^src/store/postgres/"],
  ["noble", "^node_modules/@noble/", "^src/crypto/"],
  [
    "native-crypto",
    "^node_modules/(secp256k1|@chainsafe/blst|bls-eth-wasm|@node-rs/argon2)/",
    "^src/crypto/",
  ],
  ["server-js", "^node_modules/@open-rpc/", "^src/mock/"],
  ["scure-base", "^node_modules/@scure/base", "^src/formats/"],
  ["http", "^(node:)?http$", "^src/rpc/(http|streams)/"],
  ["ws", "^node_modules/(@types/)?ws/", "^src/rpc/streams/"],
  ["fs", "^(node:)?fs(/promises)?$", "^src/(store|cli|node|mock|health/checks)"],
];
module.exports = {
  forbidden: [
    ...Object.entries(layers).map(([folder, allowed]) => ({
      name: `${folder}-imports`,
      severity: "error",
      from: { path: `^src/${folder}/` },
      to: { path: "^src/", pathNot: `^src/(${[folder, ...allowed].join("|")})/` },
    })),
    ...Object.entries(rpcLayers).map(([folder, allowed]) => ({
      name: `rpc-${folder}-imports`,
      severity: "error",
      from: { path: `^src/rpc/${folder}/` },
      to: { path: "^src/rpc/", pathNot: `^src/rpc/(${[folder, ...allowed].join("|")})/` },
    })),
    {
      name: "rpc-has-three-folders",
      severity: "error",
      from: {},
      to: { path: "^src/rpc/[^/]+$" },
    },
    ...homes.map(([name, path, home]) => ({
      name: `${name}-has-one-home`,
      severity: "error",
      from: { path: "^src/", pathNot: home },
      to: { path },
    })),
    {
      name: "rpc-sees-only-types",
      severity: "error",
      from: { path: "^src/rpc/" },
      to: { path: "^src/generated/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "engine-is-pure",
      severity: "error",
      from: { path: "^src/(pchain|formats|networks)/" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "src-stands-alone",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^(codegen|test|clients|playground|docs)/" },
    },
    {
      name: "playground-stands-alone",
      severity: "error",
      from: { path: "^playground/" },
      // What the clients call things is said once, where they are generated.
      to: { pathNot: "^(playground/|codegen/(clients/([a-z-]+|go/names)|emit/writer)[.]ts$)" },
    },
    {
      name: "codegen-stands-alone",
      severity: "error",
      from: { path: "^codegen/" },
      to: { path: "^src/" },
    },
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: [".ts"] },
    doNotFollow: { path: "node_modules" },
  },
};
