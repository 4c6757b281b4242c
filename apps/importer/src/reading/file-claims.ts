import { createHash } from 'node:crypto';
import type { Doubts } from '../domain/import.ts';
import { CERTAINTY, normalPath } from './package-names.ts';
import type { Certainty, Match, PackageNames } from './package-names.ts';

const MOST_DOUBTS = 10_000;
const NOBODY = -1;

/**
 * Assigns each file to the object whose path matches it best, so that none gets the photo of another; of several equal matches none
 * gets it. Little is kept of each file, because a package may have hundreds of thousands.
 */
export class FileClaims {
  readonly #names: PackageNames;
  readonly #certainties: Uint8Array;
  readonly #owners: Float64Array;
  readonly #doubtful = new Set<number>();

  constructor(names: PackageNames) {
    this.#names = names;
    this.#certainties = new Uint8Array(names.count);
    this.#owners = new Float64Array(names.count);
  }

  /** A path that an object of a document in that folder names. */
  note(path: string, folder = ''): void {
    const match = this.#names.find(path);
    if (match === undefined) return;
    const { file, certainty } = match;
    const before = this.#certainties[file] ?? 0;
    const owner = ownerOf(path, folder, certainty);
    if (before > 0 && (before !== certainty || this.#owners[file] !== owner)) this.#doubtful.add(file);
    if (certainty > before) this.#owners[file] = owner;
    else if (certainty === before && this.#owners[file] !== owner) this.#owners[file] = NOBODY;
    this.#certainties[file] = Math.max(before, certainty);
  }

  get doubts(): Doubts {
    if (this.#doubtful.size > MOST_DOUBTS) return 'all';
    return [...this.#doubtful].map((file) => [file, this.#leastFor(file)]);
  }

  #leastFor(file: number): number {
    const certainty = this.#certainties[file] ?? 0;
    return this.#owners[file] === NOBODY ? certainty + 1 : certainty;
  }
}

/** Finds files by their paths without those that other paths mean. */
export function finderOf(
  names: Pick<PackageNames, 'find'>,
  doubts: Doubts = [],
): (path: string) => Match | undefined {
  const least = new Map(doubts === 'all' ? [] : doubts);
  return (path) => {
    const match = names.find(path);
    const from = match && (doubts === 'all' ? CERTAINTY.path : (least.get(match.file) ?? 0));
    return match && match.certainty >= (from ?? 0) ? match : undefined;
  };
}

/** Paths to a file are the same when they are one path from one folder, or its own path from any. */
function ownerOf(path: string, folder: string, certainty: Certainty): number {
  if (certainty === CERTAINTY.path) return 0;
  const hash = createHash('sha256').update(JSON.stringify([folder, normalPath(path)]));
  return hash.digest().readUIntBE(0, 6);
}
