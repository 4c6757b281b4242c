/** A source file of a service; `path` is relative to the repository. */
export interface SourceFile {
  app: string;
  path: string;
  text: string;
}

export type Use = 'asks' | 'answers' | 'tells' | 'handles';

/** One place where a service uses a contract; `name` is the contract's exported name, or a filter such as `event.>`. */
export interface Found {
  use: Use;
  name: string;
  app: string;
  path: string;
}

const IMPORT = /import\s+(type\s+)?(\{[^}]*\}|\*\s+as\s+\w+)\s+from\s+'@estate\/contracts'/g;
const CONSTANT = /const\s+(\w+)\s*=\s*'([^']*)'/g;
const ON_ANY = /\bonAny\(\s*['`]([^'`]+)['`]/g;

const CALLS: readonly (readonly [Use, string])[] = [
  ['answers', '\\banswer\\(\\s*'],
  ['handles', '\\bon\\(\\s*'],
  ['asks', '\\.ask\\(\\s*'],
  ['tells', '\\.wake\\(\\s*'],
  ['tells', '\\bmessage\\(\\s*'],
];

/**
 * Every use of a contract that can be read off the text: `answer(X`, `on(X`, `onAny('filter'`, `.ask(X`, `.wake(X`,
 * `message(X`, and `contracts.X` in the routing table of a service that imports all contracts under that name.
 */
export function scan(files: readonly SourceFile[]): Found[] {
  return files.flatMap((file) => [...namedUses(file), ...tableUses(file), ...filterUses(file)]);
}

function namedUses({ app, path, text }: SourceFile): Found[] {
  return importsOf(text).flatMap(({ name, local }) =>
    CALLS.filter(([, call]) => new RegExp(`${call}${local}\\b`).test(text)).map(([use]) => ({
      use,
      name,
      app,
      path,
    })),
  );
}

/** Contracts that a file imports by name, with the name they have in it. */
function importsOf(text: string): { name: string; local: string }[] {
  return [...text.matchAll(IMPORT)]
    .filter(([, type, what]) => type === undefined && what?.startsWith('{'))
    .flatMap(([, , what = '']) => what.slice(1, -1).split(','))
    .map((part) => part.trim())
    .filter((part) => part !== '' && !part.startsWith('type '))
    .map((part) => {
      const [name = part, local = name] = part.split(/\s+as\s+/);
      return { name, local };
    });
}

function tableUses({ app, path, text }: SourceFile): Found[] {
  if (!path.includes('/routes/')) return [];
  const spaces = [...text.matchAll(IMPORT)].flatMap(
    ([, , what = '']) => /^\*\s+as\s+(\w+)/.exec(what)?.[1] ?? [],
  );
  const names = spaces.flatMap((space) =>
    [...text.matchAll(new RegExp(`\\b${space}\\.(\\w+)`, 'g'))].flatMap(([, name]) => name ?? []),
  );
  return [...new Set(names)].map((name) => ({ use: 'asks', name, app, path }));
}

function filterUses({ app, path, text }: SourceFile): Found[] {
  const constants = new Map([...text.matchAll(CONSTANT)].map(([, name = '', value = '']) => [name, value]));
  return [...text.matchAll(ON_ANY)].map(([, filter = '']) => ({
    use: 'handles',
    name: filter.replace(/\$\{(\w+)\}/g, (whole, name: string) => constants.get(name) ?? whole),
    app,
    path,
  }));
}
