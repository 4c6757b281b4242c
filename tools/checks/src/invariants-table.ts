import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An invariant of one service, in words. */
export interface DocumentedInvariant {
  service: string;
  name: string;
  meaning: string;
}

const IN_SOURCES = /name: '([a-z-]+)',\s+meaning:\s+'((?:[^'\\]|\\.)*)'/g;
const ROW = /^\| ([a-z-]+) +\| `([a-z-]+)` +\| (.*?) +\| (?:yes|no) +\|$/gm;

/** The invariants that the sources of a service define by name; invariants of every service have names of collections. */
export const invariantsIn = (service: string, sources: readonly string[]): DocumentedInvariant[] =>
  sources.flatMap((source) =>
    [...source.matchAll(IN_SOURCES)].map(([, name = '', meaning = '']) => ({ service, name, meaning })),
  );

/** The rows of the table of invariants in a document. */
export const invariantRows = (document: string): DocumentedInvariant[] =>
  [...document.matchAll(ROW)].map(([, service = '', name = '', meaning = '']) => ({
    service,
    name,
    meaning,
  }));

/** The sources of a service that define invariants. */
export const auditSources = (root: string, service: string): string[] =>
  globSync(`apps/${service}/src/audit/*.ts`, { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(root, path), 'utf8'));
