import type { ClientModel, ClientSubscription } from "../model.ts";
import { cell, markdown } from "./readme.ts";

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
  const rows = subscriptions.map(
    ({ method, localName, summary }) =>
      `| ${cell(method)} | ${cell(nameInCode(localName))} | ${markdown(summary)} |\n`,
  );
  return `
## Subscriptions

\`\`\`${language}
${code(first, needsParams)}
\`\`\`

${remark}

| Method | In code | |
|---|---|---|
${rows.join("")}`;
}
