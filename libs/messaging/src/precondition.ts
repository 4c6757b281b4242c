import { hash } from 'node:crypto';
import type { Operation } from '@estate/contracts';
import { Conflict, NotFound } from '@estate/errors';
import type { z } from 'zod';
import type { Preconditions } from './bus.ts';
import { kept } from './message.ts';

/** The strong ETag of a representation: equal bytes have equal ETags, wherever they are computed. */
export const etagOf = (representation: string): string =>
  `"${hash('sha256', representation, 'base64url').slice(0, 27)}"`;

/** The error for a resource that `If-Match` does not (any more) match. */
export const preconditionFailed = (): Conflict =>
  new Conflict('The resource has changed since the state in If-Match. Read it again.', {
    code: 'precondition-failed',
  });

/** True if the preconditions allow a change of this representation; always without `ifMatch`. */
export function isMatch(ifMatch: string | undefined, representation: string): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true;
  // A weak ETag keeps its W/ and therefore equals none.
  return ifMatch.split(',').some((one) => one.trim() === etagOf(representation));
}

const TRIES = 50;

/** The operation that returns the resource. */
type Shape = Pick<Operation, 'subject' | 'output'>;

interface Change<O extends Shape, R, T> {
  /** The operation whose output is the representation of the resource. */
  shownBy: O;
  /** Reads the record; throws if there is none. */
  read(): Promise<R>;
  show(record: R): z.input<O['output']>;
  /** Writes; with `only`, just if the representation of the record is unchanged. Null or NotFound if nothing was written. */
  write(record: R, only: boolean): Promise<T | null>;
}

/**
 * Reads a record and writes it. With `ifMatch`, the record must match, and still do so when it is written: a concurrent change is noticed,
 * and checked again. Null if there was nothing left to write to.
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
