import { quoted } from "../literals.ts";
import { labelOf } from "../lookup.ts";
import type { ClientModel, ClientProfile } from "../model.ts";
import { decodeExpression, decoderName, usedReaders } from "./codec.ts";
import { className, pythonName } from "./names.ts";
import { pythonFile } from "./source.ts";

/** Prints conformance/generated_dispatch.py: every method, by the name in the conformance program's input. */
export function printDispatch(model: ClientModel): string {
  const profiles = model.profiles.map((profile) => printProfile(profile, model));
  const names = [...model.types.values()].flatMap((def) => {
    if (def.kind === "struct") return def.isParams ? [] : [className(def.name)];
    return def.kind === "union" ? [decoderName(def)] : [];
  });
  const body = profiles.join("\n\n");
  const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(body)).sort();
  return pythonFile(
    model.generated,
    "Every method, by the name in the conformance program's input.",
    `from couloir._codec import ${usedReaders(body).join(", ")}
from couloir._generated.types import ${used.join(", ")}`,
    body,
  );
}

function printProfile(profile: ClientProfile, model: ClientModel): string {
  const rows = profile.apis.flatMap((api) =>
    api.paths.flatMap(({ key }) =>
      api.methods.map((method) => {
        const place = [pythonName(api.name), ...(key === "" ? [] : [pythonName(key)])];
        const params = (method.params?.members ?? []).map(
          (member) =>
            `${quoted(member.name)}: ("${pythonName(labelOf(member))}", lambda value: ${decodeExpression(member.type, "value", model)})`,
        );
        const path = [...place, pythonName(method.localName)].join(".");
        return `    "${api.name} ${key} ${method.name}": ("${path}", {${params.join(", ")}}),\n`;
      }),
    ),
  );
  return `${profile.name} = {\n${rows.join("")}}\n`;
}
