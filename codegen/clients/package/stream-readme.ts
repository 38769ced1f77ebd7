import type { ClientModel, ClientSubscription } from "../model.ts";
import { nameTable } from "./readme.ts";

/** What a README says of subscriptions: the code that reads the first, and what ends it. Empty without subscriptions. */
export function streamReadme(
  { subscriptions }: ClientModel,
  language: string,
  nameInCode: (localName: string) => string,
  code: (first: ClientSubscription, needsParams: boolean) => string,
  remark: string,
): string {
  const [first] = subscriptions;
  if (first === undefined) return "";
  const needsParams = first.params?.members.some(({ required }) => required) ?? false;
  return `
## Subscriptions

\`\`\`${language}
${code(first, needsParams)}
\`\`\`

${remark}

${nameTable(subscriptions, nameInCode)}`;
}
