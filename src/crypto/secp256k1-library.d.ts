/** The part of the package that needs a binding; its types cover only the whole package. */
declare module "secp256k1/lib/index.js" {
  const wrap: (binding: object) => typeof import("secp256k1");
  export = wrap;
}
