import { stringify } from 'yaml';
import type { Marks, Mark } from './marks.ts';
import type { Branches, Part, Scalar, Tree } from './tree.ts';

const STEP = '  ';

/** The texts of a tree, except those in lists, which have their own loops. */
function textsOf(tree: Tree): string[] {
  if (tree.kind === 'scalar') return typeof tree.value === 'string' ? [tree.value] : [];
  if (tree.kind === 'list') return [];
  if (tree.kind === 'branches') return tree.branches.flatMap((one) => (one ? textsOf(one) : []));
  return tree.parts.flatMap((part) => textsOf(part.tree));
}

/** The value itself, if every option renders the word of that option. */
function asWord({ decision, branches }: Branches, marks: Marks): Tree | undefined {
  const isWord = branches.every(
    (tree, option) => tree?.kind === 'scalar' && tree.value === decision.options[option]?.value,
  );
  if (!isWord) return undefined;
  const { id: expression, options } = decision;
  const type = typeof options[0]?.value === 'number' ? 'number' : 'any';
  return { kind: 'scalar', value: marks.textOf({ expression, type }) };
}

/** Writes trees as templates of Helm. */
export class Emitter {
  readonly #marks: Marks;

  constructor(marks: Marks) {
    this.#marks = marks;
  }

  /** The lines of a map or a list at a depth. */
  lines({ kind, parts }: Extract<Tree, { parts: unknown }>, indent: string): string[] {
    return parts.flatMap((part) =>
      kind === 'map' ? this.#entry(part, indent) : this.#element(part, indent),
    );
  }

  /** The lines of each option, under its condition. */
  branches({ decision, branches }: Branches, linesOf: (tree: Tree) => readonly string[]): string[] {
    const { options } = decision;
    const last = options.length - 1;
    const written = branches.flatMap((tree, option) => (tree ? [{ tree, option }] : []));
    const lines = written.flatMap(({ tree, option }, index) => {
      const condition = options[option]?.condition ?? this.#noneOf(options.slice(0, last));
      // The last option needs no condition if all others have been written.
      const isRest = option === last && written.length === options.length;
      const head = index === 0 ? `if ${condition}` : isRest ? 'else' : `else if ${condition}`;
      return [`{{- ${head} }}`, ...linesOf(tree)];
    });
    return [...lines, '{{- end }}'];
  }

  /** A text with marks as one expression. */
  textExpression(text: string): string {
    const parts = this.#marks.partsOf(text);
    const [only] = parts;
    if (parts.length === 1 && typeof only === 'object') return this.#textOf(only);
    const all = parts.map((part) => (typeof part === 'string' ? JSON.stringify(part) : this.#textOf(part)));
    return `(print ${all.join(' ')})`;
  }

  #noneOf = (options: readonly { condition: string | undefined }[]): string =>
    `(not (or ${options.map(({ condition }) => condition ?? '').join(' ')}))`;

  #textOf = ({ expression, type }: Mark): string =>
    type === 'number' ? `(toString (int ${expression}))` : `(toString ${expression})`;

  #scalar({ value }: Scalar): string {
    if (typeof value !== 'string') return String(value);
    const parts = this.#marks.partsOf(value);
    const [only] = parts;
    if (parts.length === 1 && typeof only === 'object') {
      const { expression, type } = only;
      return type === 'number' ? `{{ int ${expression} }}` : `{{ ${expression} | toJson }}`;
    }
    if (parts.some((part) => typeof part === 'object')) return `{{ ${this.textExpression(value)} | toJson }}`;
    if (value.includes('{{')) return `{{ ${JSON.stringify(value)} | toJson }}`;
    return value.includes('\n') ? JSON.stringify(value) : stringify(value, { lineWidth: 0 }).trimEnd();
  }

  /** A loop over an empty collection writes nothing, so it needs no condition. */
  #alternatives(tree: Branches, collection: string | undefined, linesOf: (one: Tree) => string[]): string[] {
    const word = asWord(tree, this.#marks);
    if (word) return linesOf(word);
    const [first, ...others] = tree.branches;
    const isLoop = collection === tree.decision.id && first && others.every((one) => !one);
    return isLoop ? linesOf(first) : this.branches(tree, linesOf);
  }

  #entry({ key, tree }: Part, indent: string): string[] {
    const collection = this.#marks.collectionOf(key);
    if (tree.kind === 'branches')
      return this.#alternatives(tree, collection, (one) => this.#entry({ key, tree: one }, indent));
    if (collection === undefined)
      return this.#valueLines(this.#scalar({ kind: 'scalar', value: key }), tree, indent);
    return this.#loop(collection, this.#valueLines('{{ $key | toJson }}', tree, indent));
  }

  #valueLines(name: string, tree: Exclude<Tree, Branches>, indent: string): string[] {
    if (tree.kind === 'scalar') return [`${indent}${name}: ${this.#scalar(tree)}`];
    const [only, ...more] = tree.parts;
    if (!only) return [`${indent}${name}: ${tree.kind === 'map' ? '{}' : '[]'}`];
    const whole = more.length === 0 && tree.kind === 'map' ? this.#marks.collectionOf(only.key) : undefined;
    if (whole !== undefined) return [`${indent}${name}: {{ ${whole} | default dict | toJson }}`];
    return [`${indent}${name}:`, ...this.lines(tree, indent + STEP)];
  }

  #element({ key, tree }: Part, indent: string): string[] {
    const collection = this.#marks.collectionOf(...textsOf(tree));
    if (tree.kind === 'branches')
      return this.#alternatives(tree, collection, (one) => this.#element({ key, tree: one }, indent));
    const lines = this.#elementLines(tree, indent);
    return collection === undefined ? lines : this.#loop(collection, lines);
  }

  #elementLines(tree: Exclude<Tree, Branches>, indent: string): string[] {
    if (tree.kind === 'scalar') return [`${indent}- ${this.#scalar(tree)}`];
    const [first = '{}', ...more] = this.lines(tree, indent + STEP);
    // A condition needs its own line.
    return first.startsWith('{{-')
      ? [`${indent}-`, first, ...more]
      : [`${indent}- ${first.trimStart()}`, ...more];
  }

  #loop = (collection: string, lines: readonly string[]): string[] => [
    `{{- range $key, $value := ${collection} | default dict }}`,
    ...lines,
    '{{- end }}',
  ];
}
