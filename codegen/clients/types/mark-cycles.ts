import type { Member, Struct, Type, TypeDef } from "../model.ts";

/**
 * Marks the members of objects that can contain the object's type again without a list or map between:
 * in some languages, such a member must be a reference.
 */
export function markCycles(defs: Map<string, TypeDef>): void {
  const groups = cyclicGroups(defs);
  for (const [name, def] of defs) {
    if (def.kind !== "struct") continue;
    const isRecursive = ({ type }: Member) => {
      const [inner] = direct(type);
      return inner !== undefined && groups.get(inner) === groups.get(name);
    };
    if (!def.members.some(isRecursive)) continue;
    const members = def.members.map((member) =>
      isRecursive(member) ? { ...member, recursive: true as const } : member,
    );
    defs.set(name, { ...def, members } satisfies Struct);
  }
}

/** The number of the group of types that contain each other, by type: Tarjan's algorithm. */
function cyclicGroups(defs: ReadonlyMap<string, TypeDef>): ReadonlyMap<string, number> {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const groups = new Map<string, number>();
  const stack: string[] = [];
  const visit = (name: string): number => {
    const own = order.size;
    order.set(name, own);
    lowest.set(name, own);
    stack.push(name);
    for (const next of containedIn(defs.get(name))) {
      if (groups.has(next) || !defs.has(next)) continue;
      const low = order.has(next) ? (order.get(next) as number) : visit(next);
      lowest.set(name, Math.min(lowest.get(name) as number, low));
    }
    if (lowest.get(name) === own) {
      for (let member = ""; member !== name; ) {
        member = stack.pop() as string;
        groups.set(member, own);
      }
    }
    return lowest.get(name) as number;
  };
  for (const name of defs.keys()) if (!order.has(name)) visit(name);
  return groups;
}

/** The names of the types that a value of the type contains, without those in lists and maps. */
function containedIn(def: TypeDef | undefined): string[] {
  if (def?.kind === "struct") return def.members.flatMap(({ type }) => direct(type));
  if (def?.kind === "union") return def.forms.flatMap(({ type }) => direct(type));
  return def?.kind === "alias" ? direct(def.target) : [];
}

function direct(type: Type): string[] {
  if (type.kind === "nullable") return direct(type.inner);
  return type.kind === "named" ? [type.name] : [];
}
