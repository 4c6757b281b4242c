import { setTimeout as pause } from 'node:timers/promises';
import { List } from '@estate/client/page';
import type { RequestLogEntry } from '@estate/client';
import { orderOf } from './call-operation.ts';
import { operationNamed } from './operations.ts';
import { transportOf } from './sign-in.ts';
import type { Surroundings } from './surroundings.ts';

const LOOK_EVERY_MS = 1000;
/** The overlap of two reads: a gateway records its calls in batches, so a call may be listed after a newer one. */
const OVERLAP_MS = 60_000;

/** Prints every call of the API as it is recorded, except those of the command itself, until it is stopped. */
export async function followLogs(
  values: Readonly<Record<string, string>>,
  around: Surroundings,
): Promise<void> {
  const operation = operationNamed('listRequestLog');
  const { path, query, options } = orderOf(operation, { values, signal: around.signal });
  const log = new List<RequestLogEntry>(transportOf(around), path);
  const seen = new Map<string, number>();
  const begunAt = Date.now();
  for (;;) {
    const from = new Date(Math.max(begunAt, Date.now() - OVERLAP_MS)).toISOString();
    for await (const entry of log.all({ ...query, order: 'asc', from } as object, options)) {
      if (!seen.has(entry.id) && !isOwn(entry, path)) print(entry, around);
      seen.set(entry.id, Date.now());
    }
    for (const [id, at] of seen) if (at < Date.now() - 2 * OVERLAP_MS) seen.delete(id);
    await pause(LOOK_EVERY_MS, undefined, { signal: around.signal });
  }
}

const isOwn = (entry: RequestLogEntry, path: string): boolean => 'route' in entry && entry.route === path;

function print(entry: RequestLogEntry, { out, terminal }: Surroundings): void {
  const { at, method, path, status, code, requestId } = entry as Partial<Record<string, string | number>>;
  const line = [at, method, path, status, code, requestId].filter((one) => one !== undefined).join(' ');
  out(`${terminal && method !== undefined ? line : JSON.stringify(entry)}\n`);
}
