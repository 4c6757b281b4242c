import { execFileSync } from 'node:child_process';
import { parseAllDocuments } from 'yaml';
import type { Manifest } from '../src/cluster.ts';

/** What a program for clusters prints. @throws Error with what it says */
export const printed = (program: string, args: readonly string[]): string =>
  execFileSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    // It ends before there is much garbage; to collect it takes a third of its time.
    env: { ...process.env, GOGC: 'off' },
  });

const known = new Map<string, Manifest | null>();

/** Nobody can change what others read, too. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}

/** The documents of a text. Most are in many texts, and are read once. */
export function documentsIn(text: string): Manifest[] {
  return text.split(/^---$/m).flatMap((part) => {
    if (!known.has(part)) known.set(part, frozen(onlyDocumentIn(part)));
    return known.get(part) ?? [];
  });
}

function onlyDocumentIn(text: string): Manifest | null {
  const documents = parseAllDocuments(text);
  if (documents.length > 1) throw new Error(`there are several documents in: ${text}`);
  return (documents[0]?.toJS() ?? null) as Manifest | null;
}

/** What `kubectl apply -k` would send. @throws Error when kustomize refuses the folder */
export const render = (folder: string): Manifest[] => documentsIn(printed('kubectl', ['kustomize', folder]));
