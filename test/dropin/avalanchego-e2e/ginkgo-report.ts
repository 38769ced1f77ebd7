import type { Case } from "../suite.ts";

/** What this reads of a Ginkgo report (--ginkgo.json-report). */
type Report = {
  readonly SpecReports: readonly {
    readonly ContainerHierarchyTexts: readonly string[] | null;
    readonly LeafNodeType: string;
    readonly LeafNodeText: string;
    readonly State: string;
    readonly Failure?: { readonly Message?: string };
  }[];
};

/** The specs that were run, and those that skipped themselves; what a filter left out is not there. */
export function ginkgoCases(text: string): Case[] {
  return (JSON.parse(text) as readonly Report[])
    .flatMap(({ SpecReports }) => SpecReports)
    .flatMap((spec): Case[] => {
      const isSpec = spec.LeafNodeType === "It";
      const names = [...(spec.ContainerHierarchyTexts ?? []), spec.LeafNodeText];
      const name = names.join(" ") || spec.LeafNodeType;
      const why = spec.Failure?.Message?.trim();
      if (spec.State === "passed") return isSpec ? [{ name, outcome: "passed" }] : [];
      if (spec.State !== "skipped")
        return [{ name, outcome: "failed", why: why || `ended as ${spec.State}` }];
      return why === undefined || why === "" ? [] : [{ name, outcome: "skipped", why }];
    });
}
