import { hash } from 'node:crypto';
import type { Operation } from '@estate/contracts';
import { Conflict, NotFound } from '@estate/errors';
import type { z } from 'zod';
import type { Preconditions } from './bus.ts';
import { kept } from './message.ts';

/** The strong ETag of a representation: the same bytes have the same one, wherever it is made. */
export const etagOf = (representation: string): string =>
  `"${hash('sha256', representation, 'base64url').slice(0, 27)}"`;

/** The resource is not (any more) the one that `If-Match` names. */
export const preconditionFailed = (): Conflict =>
  new Conflict('The resource has changed since the state in If-Match. Read it again.', {
    code: 'precondition-failed',
  });

/** True if the preconditions allow this representation to be changed; without `ifMatch` they allow every one. */
export function isMatch(ifMatch: string | undefined, representation: string): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true;
  // A weak ETag keeps its W/ and therefore equals none.
  return ifMatch.split(',').some((one) => one.trim() === etagOf(representation));
}

const TRIES = 50;

/** The operation whose output a reader of the resource sees. */
type Shape = Pick<Operation, 'subject' | 'output'>;

interface Change<O extends Shape, R, T> {
  /** The output of this operation is the resource as its reader sees it. */
  shownBy: O;
  /** Reads the record; throws when there is none. */
  read(): Promise<R>;
  show(record: R): z.input<O['output']>;
  /** Writes, and with `only` just if what is shown of the record still is what was read; null or NotFound: it was not. */
  write(record: R, only: boolean): Promise<T | null>;
}

/**
 * Reads a record and writes it. With `ifMatch` the record must be one that it names, and still be so when it is written:
 * a writer that comes between is noticed, and decides again. Null when there was nothing left to write to.
 * @throws Conflict `precondition-failed`
 */
export async function changeIfMatch<O extends Shape, R, T>(
  { ifMatch }: Preconditions,
  change: Change<O, R, T>,
): Promise<T | null> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const record = await change.read();
    if (ifMatch === undefined) return change.write(record, false);
    const { output, subject } = change.shownBy;
    const shown = kept(output, change.show(record), subject);
    if (!isMatch(ifMatch, JSON.stringify(shown))) throw preconditionFailed();
    const written = await change.write(record, true).catch(nullIfMissing);
    if (written !== null) return written;
  }
  throw preconditionFailed();
}

function nullIfMissing(error: unknown): null {
  if (error instanceof NotFound) return null;
  throw error;
}
