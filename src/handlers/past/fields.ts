/** Each entry with only the members in `fields` that it has, in their order. */
export function selectedMembers<View extends object, Name extends keyof View & string>(
  views: readonly View[],
  fields: readonly Name[],
): Partial<Pick<View, Name>>[] {
  return views.map((view) => {
    const part: Partial<Pick<View, Name>> = {};
    for (const name of fields) if (view[name] !== undefined) part[name] = view[name];
    return part;
  });
}
