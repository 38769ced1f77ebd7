import { quoted } from "../literals.ts";
import { labelOf } from "../lookup.ts";
import type { ClientModel, ClientProfile } from "../model.ts";
import { shapeOf } from "../shapes.ts";
import { pythonName } from "./names.ts";
import { pythonFile } from "./source.ts";
import { pythonValue } from "./values.ts";

/** Prints conformance/generated_dispatch.py: every method, by the name in the conformance program's input. */
export function printDispatch(model: ClientModel): string {
  return pythonFile(
    model.generated,
    "Every method, by the name in the conformance program's input.",
    "from typing import Any",
    model.profiles.map((profile) => printProfile(profile, model)).join("\n\n"),
  );
}

function printProfile({ name, apis }: ClientProfile, model: ClientModel): string {
  const rows = apis.flatMap((api) =>
    api.paths.flatMap(({ key }) =>
      api.methods.map((method) => {
        const place = [pythonName(api.name), ...(key === "" ? [] : [pythonName(key)])];
        const params = (method.params?.members ?? []).map(
          (member) =>
            `${quoted(member.name)}: ("${pythonName(labelOf(member))}", ${pythonValue(shapeOf(member.type, model.types))})`,
        );
        const path = [...place, pythonName(method.localName)].join(".");
        return `    "${api.name} ${key} ${method.name}": ("${path}", {${params.join(", ")}}),\n`;
      }),
    ),
  );
  return `${name}: dict[str, Any] = {\n${rows.join("")}}\n`;
}
