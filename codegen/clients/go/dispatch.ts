import type { ClientApi, ClientModel, ClientProfile } from "../model.ts";
import { goName } from "../names.ts";
import { apiTypeName, returnsNothing } from "./methods.ts";
import { goFile } from "./source.ts";

/** Prints conformance/gen_dispatch.go: every typed method, by the name in the conformance program's input. */
export function printDispatch(model: ClientModel): string {
  const body = model.profiles.flatMap((profile) => {
    const own = profile.apis.filter((api) => !api.sameAsFirst);
    return [
      printProfile(profile, "APIs"),
      printProfile(profile, "Batch"),
      ...own.flatMap((api) => [
        printApi(api, profile, model, "API"),
        printApi(api, profile, model, "Batch"),
      ]),
    ];
  });
  return goFile({ ...model.generated, packageName: "main" }, ["couloir"], body.join("\n"));
}

function printProfile(profile: ClientProfile, kind: "APIs" | "Batch"): string {
  const suffix = kind === "APIs" ? "API" : "Batch";
  const call = kind === "APIs" ? "call" : "addition";
  const lines = profile.apis.flatMap((api) =>
    api.paths.map(({ key }) => {
      const member = `apis.${goName(api.name)}${key === "" ? "" : `.${goName(key)}`}`;
      return `	add${apiTypeName(api, profile, suffix)}(all, "${api.name} ${key} ", ${member})\n`;
    }),
  );
  const name = `${profile.prefix}${kind}`;
  return `func of${name}(apis couloir.${name}) map[string]${call} {
	all := map[string]${call}{}
${lines.join("")}	return all
}
`;
}

function printApi(
  api: ClientApi,
  profile: ClientProfile,
  model: ClientModel,
  suffix: "API" | "Batch",
): string {
  const lines = api.methods.map((method) => {
    const how = method.params === undefined ? "without" : "with";
    const what = suffix === "Batch" ? "Added" : returnsNothing(method, model) ? "Nothing" : "";
    return `	all[key+"${method.name}"] = ${how}${what}(api.${goName(method.localName)})\n`;
  });
  const type = apiTypeName(api, profile, suffix);
  return `func add${type}(all map[string]${suffix === "API" ? "call" : "addition"}, key string, api *couloir.${type}) {
${lines.join("")}}
`;
}
