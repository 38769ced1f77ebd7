declare module "zxcvbn/lib/frequency_lists.js" {
  /** The words of a list stand in the order in which an attacker tries them, in lower case. */
  const lists: Readonly<Record<string, readonly string[]>>;
  export = lists;
}

declare module "zxcvbn/lib/adjacency_graphs.js" {
  type Keyboard = "qwerty" | "dvorak" | "keypad" | "mac_keypad";
  /** What lies around a key, each as its character and its shifted one; null where there is none. */
  type Graph = Readonly<Record<string, readonly (string | null)[]>>;
  const graphs: Readonly<Record<Keyboard, Graph>>;
  export = graphs;
}
