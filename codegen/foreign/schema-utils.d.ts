export declare const validateOpenRPCDocument: (
  document: unknown,
) => true | { readonly message: string };
