import { Writable } from 'node:stream';
import { listContacts } from '@estate/contracts';
import { createLogger, createMetrics } from '@estate/observability';
import { describe, expect, it } from 'vitest';
import { answer, responder } from './answer.ts';
import { readable } from './readable-page.ts';
import { ACCOUNT, nextId } from './suite-fixtures.ts';

const created = (at: unknown) => (at as Date).toISOString();
const contact = ({ id, at }: { id: string; at: unknown }) => ({
  id,
  lastName: 'Muster',
  email: 'ada@example.org',
  createdAt: created(at),
  updatedAt: created(at),
});

/** The answer to a list of such documents, with what was logged and counted about them. */
async function listed(docs: readonly { id: string; at: unknown }[], { hasMore = false, broken = '' } = {}) {
  const lines: { msg: string; id?: string }[] = [];
  const write = (line: Buffer, _encoding: string, done: () => void) => {
    lines.push(JSON.parse(line.toString()) as (typeof lines)[number]);
    done();
  };
  const log = createLogger({ service: 'test', level: 'error', destination: new Writable({ write }) });
  const metrics = createMetrics('test');
  const list = answer(listContacts, () =>
    Promise.resolve({
      hasMore,
      data: docs
        .map(readable(contact))
        .map((one) => (one.id === broken ? { ...one, lastName: 7 as never } : one)),
    }),
  );
  const respond = responder({ name: 'test', log, metrics }, [list]);
  const asker = { accountId: ACCOUNT, requestId: 'r-test' };
  const { body, outcome } = await respond(list, { body: '{}', asker });
  const count = await metrics.registry.getSingleMetricAsString('documents_unreadable_total');
  return {
    outcome,
    page: JSON.parse(body) as Record<string, unknown>,
    lines,
    counted: /\} (\d+)$/m.exec(count)?.[1],
  };
}

describe('a list with an unreadable document', () => {
  const [first, second, third] = [nextId(), nextId(), nextId()].toSorted() as [string, string, string];
  const at = new Date();
  const shown = (id: string) => expect.objectContaining({ id }) as unknown;

  it('a list shows the others and marks a document that cannot be read', async () => {
    const { outcome, page, lines, counted } = await listed([
      { id: first, at },
      { id: second, at: 5 },
      { id: third, at },
    ]);
    expect(outcome).toBe('ok');
    expect(page).toEqual({
      hasMore: false,
      data: [shown(first), shown(third)],
      unreadable: [{ id: second, unreadable: true }],
    });
    expect(lines).toMatchObject([{ msg: 'document.unreadable', id: second }]);
    expect(counted).toBe('1');
  });

  it('a list shows the others and marks a resource that breaks its contract, and continues after it', async () => {
    const docs = [first, second, third].map((id) => ({ id, at }));
    const { page } = await listed(docs, { hasMore: true, broken: third });
    expect(page).toEqual({
      hasMore: true,
      data: [shown(first), shown(second)],
      unreadable: [{ id: third, unreadable: true }],
      continueAfter: third,
    });
  });

  it('a list without damages has no marks', async () => {
    const { page, counted } = await listed([{ id: first, at }]);
    expect(Object.keys(page).toSorted()).toEqual(['data', 'hasMore']);
    expect(counted).toBe('0');
  });
});
