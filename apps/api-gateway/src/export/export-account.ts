import { Readable } from 'node:stream';
import { Conflict } from '@estate/errors';
import type { Deps } from '../deps.ts';
import type { Presented } from '../routing/api-route.ts';
import type { Call } from '../routing/call.ts';
import { exportKinds } from './export-kinds.ts';

const MEDIA_TYPE = 'application/x-ndjson; charset=utf-8';

/** Everything of the account of a call, as a file that is made while it is sent: no faster than the caller reads it. */
export function exportOf(call: Call, deps: Deps): Presented {
  const day = deps.clock().toISOString().slice(0, 10);
  return {
    file: {
      mediaType: MEDIA_TYPE,
      open: () => Promise.resolve(Readable.from(exportLines(call, deps), { objectMode: false })),
    },
    headers: {
      'content-disposition': `attachment; filename="account-${call.accountId}-${day}.ndjson"`,
      'cache-control': 'no-store',
    },
  };
}

/** The lines of an export. The manifest comes last, so that an export that broke off is recognized. */
export async function* exportLines(call: Call, deps: Deps): AsyncGenerator<string> {
  const { accountId } = call;
  const counts: Record<string, number> = {};
  yield line('export', { accountId, version: 1, exportedAt: deps.clock().toISOString() });
  for (const { kind, read } of exportKinds(call, deps)) {
    counts[kind] = 0;
    for await (const data of read()) {
      counts[kind] += 1;
      yield line(kind, data);
    }
  }
  await requireNotErased(accountId, deps);
  yield line('manifest', { counts, completedAt: deps.clock().toISOString() });
}

/** During an erasure, an incomplete export would look complete. */
async function requireNotErased(accountId: string, { closings }: Deps): Promise<void> {
  const closing = await closings.store.newestOf(accountId);
  if (!closing || closing.state === 'cancelled') return;
  if (closing.phase === 'waiting' || closing.phase === 'taking_down') return;
  throw new Conflict('The account was being erased while it was exported.', { code: 'account-closing' });
}

const line = (kind: string, data: unknown): string => `${JSON.stringify({ kind, data })}\n`;
