import type { Bytes } from './bytes.ts';

export interface ByteSweep {
  bytes: Pick<Bytes, 'names' | 'delete' | 'removeUnfinished'>;
  /** Returns the names that no document refers to. */
  unnamed: (names: readonly string[]) => Promise<readonly string[]>;
  /** A time longer than any process takes from putting bytes to saving a document that refers to them. */
  unusedForMs: number;
  /** The retention of uploads that only a store knows: those of a database that was restored from a backup may be recovered. */
  unknownForMs?: number;
  clock: () => Date;
  /** Called after something was removed. */
  onSwept: (swept: { removed: number; unfinished: number }) => void;
}

/** Removes bytes without a document that nobody has put for a while, and the remains of crashed uploads, moves and deletions. */
export async function sweepBytes(
  { unusedForMs, unknownForMs = unusedForMs, clock, onSwept, ...sweep }: ByteSweep,
  signal: AbortSignal,
): Promise<void> {
  const ago = (ms: number) => new Date(clock().getTime() - ms);
  const before = ago(unusedForMs);
  let removed = 0;
  for await (const name of unusedNames(sweep, before)) {
    if (signal.aborted) break;
    await sweep.bytes.delete(name, before);
    removed += 1;
  }
  let unfinished = 0;
  for await (const count of sweep.bytes.removeUnfinished(before, ago(unknownForMs))) {
    unfinished += count;
    if (signal.aborted) break;
  }
  if (removed + unfinished > 0) onSwept({ removed, unfinished });
}

async function* unusedNames({ bytes, unnamed }: Pick<ByteSweep, 'bytes' | 'unnamed'>, before: Date) {
  for await (const names of bytes.names(before)) yield* await unnamed(names);
}
