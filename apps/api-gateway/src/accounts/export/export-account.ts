import { Readable } from 'node:stream';
import type { Page } from '@estate/contracts';
import { Conflict } from '@estate/errors';
import { unreadableId } from '@estate/messaging';
import type { AccountsDeps } from '../accounts-deps.ts';
import type { Presented } from '../../edge/routing/api-route.ts';
import type { Call } from '../../edge/routing/call.ts';
import { WHOLE_SHARE } from '../../edge/turns/places-of.ts';
import { exportKinds } from './export-kinds.ts';

const MEDIA_TYPE = 'application/x-ndjson; charset=utf-8';

/** Everything of the account of a call, as a file that is generated while it is sent: no faster than the caller reads it. */
export function exportOf(call: Call, deps: AccountsDeps): Presented {
  const day = deps.clock().toISOString().slice(0, 10);
  return {
    file: {
      mediaType: MEDIA_TYPE,
      open: () => Promise.resolve(openExport(call, deps)),
    },
    headers: {
      'content-disposition': `attachment; filename="account-${call.accountId}-${day}.ndjson"`,
      'cache-control': 'no-store',
    },
  };
}

/** Counts the export until its stream is closed, even if nothing of it was read. @throws HttpRefusal 429 */
function openExport(call: Call, deps: AccountsDeps): Readable {
  const end = deps.exports.begin(call.accountId);
  return Readable.from(exportLines(call, deps), { objectMode: false }).once('close', end);
}

/** The lines of an export. The manifest comes last, so that an interrupted export is recognized. */
export async function* exportLines(call: Call, deps: AccountsDeps): AsyncGenerator<string> {
  const { accountId } = call;
  const counts: Record<string, number> = {};
  const unreadable: { kind: string; id: string }[] = [];
  let now = '';
  const inTurns = takingTurns(accountId, deps, (id) => unreadable.push({ kind: now, id }));
  yield line('export', { accountId, version: 1, exportedAt: deps.clock().toISOString() });
  for (const { kind, read } of exportKinds(call, inTurns)) {
    counts[kind] = 0;
    now = kind;
    for await (const data of read()) {
      const id = unreadableId(data);
      if (id !== undefined) unreadable.push({ kind, id });
      else {
        counts[kind] += 1;
        yield line(kind, data);
      }
    }
  }
  await requireNotErased(accountId, deps);
  const completedAt = deps.clock().toISOString();
  yield line('manifest', { counts, ...(unreadable.length > 0 && { unreadable }), completedAt });
}

/**
 * Makes the reads of an export take turns with the other calls of their account. None of them is refused, because that would end the
 * export.
 */
export function takingTurns(
  accountId: string,
  deps: AccountsDeps,
  onUnreadable: (id: string) => void,
): AccountsDeps {
  const { askOwner, auditEntries, requestLogEntries, turns } = deps;
  const turn = <T>(read: () => Promise<T>) =>
    turns.run(accountId, read, { places: WHOLE_SHARE, isPatient: true });
  return {
    ...deps,
    askOwner: async (operation, input, call) => {
      const output = await turn(() => askOwner(operation, input, call));
      for (const { id } of unreadableIn(output)) onUnreadable(id);
      return output;
    },
    auditEntries: { list: (id, query) => turn(() => auditEntries.list(id, query)) },
    requestLogEntries: { list: (id, query) => turn(() => requestLogEntries.list(id, query)) },
  };
}

/** The resources of a page that the owner of the list could not read. */
const unreadableIn = (output: unknown): readonly { id: string }[] =>
  (output as Partial<Page<unknown>> | undefined)?.unreadable ?? [];

/** Refuses an export during an erasure, because it would be incomplete but look complete. */
async function requireNotErased(accountId: string, { closings }: AccountsDeps): Promise<void> {
  const closing = await closings.store.newestOf(accountId);
  if (!closing || closing.state === 'cancelled') return;
  if (closing.phase === 'waiting' || closing.phase === 'taking_down') return;
  throw new Conflict('The account was being erased while it was exported.', { code: 'account-closing' });
}

const line = (kind: string, data: unknown): string => `${JSON.stringify({ kind, data })}\n`;
