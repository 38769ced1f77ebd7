declare const utils: {
  readonly validateOpenRPCDocument: (document: unknown) => true | { readonly message: string };
};
export default utils;
