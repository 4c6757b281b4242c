import { Conflict, Unavailable } from '@estate/errors';
import { createLogger } from '@estate/observability';
import { describe, expect, it } from 'vitest';
import type { AuditedAct, AuditedEnd, StoredAuditEntry } from '../../domain/audit-entry.ts';
import { AuditLog } from './audit-log.ts';

const NOW = new Date('2026-11-01T08:00:00Z');
const ACT: AuditedAct = {
  action: 'api_key.created',
  accountId: 'account-1',
  actor: { kind: 'api_key', id: 'key-1', name: 'Production' },
  address: '192.0.2.1',
  requestId: 'request-1',
  resource: { type: 'api_key' },
};

function world({ store = { insert: true, finish: true } } = {}) {
  const steps: string[] = [];
  const entries = new Map<string, StoredAuditEntry>();
  const away = () => Promise.reject(new Unavailable('The database is unavailable.'));
  const auditLog = new AuditLog({
    entries: {
      insert: (entry) => {
        if (!store.insert) return away();
        steps.push(`stored ${entry.outcome}`);
        return Promise.resolve(void entries.set(entry.id, entry));
      },
      finish: (id: string, end: AuditedEnd) => {
        if (!store.finish) return away();
        const entry = entries.get(id);
        if (entry) entries.set(id, { ...entry, ...end });
        return Promise.resolve();
      },
    },
    clock: () => NOW,
    newId: () => `entry-${String(entries.size + 1)}`,
    log: createLogger({ service: 'test', level: 'silent' }),
  });
  const work = (outcome: unknown) => () => {
    steps.push('work');
    return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome);
  };
  return { auditLog, entries: () => [...entries.values()], steps, work };
}

describe('the audit log', () => {
  it('the audit log stores an entry before the work and completes it afterwards, kept for a year', async () => {
    const { auditLog, entries, steps, work } = world();
    const resource = { type: 'api_key', id: 'key-2' };
    expect(await auditLog.record(ACT, work('done'), () => ({ resource }))).toBe('done');
    expect(steps).toEqual(['stored started', 'work']);
    expect(entries()).toEqual([
      {
        ...ACT,
        id: 'entry-1',
        at: NOW,
        resource,
        outcome: 'succeeded',
        expiresAt: new Date('2027-11-01T08:00:00Z'),
      },
    ]);
  });

  it('the audit log prevents work whose entry cannot be stored', async () => {
    const { auditLog, steps, work } = world({ store: { insert: false, finish: true } });
    await expect(auditLog.record(ACT, work('done'))).rejects.toBeInstanceOf(Unavailable);
    expect(steps).toEqual([]);
  });

  it.each([
    ['refused', 409, 'webhook-changed', new Conflict('Changed.', { code: 'webhook-changed' })],
    ['failed', 503, 'store-unavailable', new Unavailable('Away.', { code: 'store-unavailable' })],
    ['failed', 500, 'internal', new TypeError('a secret detail')],
  ])('the audit log keeps a call as %s with status %i and code %s', async (outcome, status, code, error) => {
    const { auditLog, entries, work } = world();
    await expect(auditLog.record(ACT, work(error))).rejects.toBe(error);
    expect(entries()).toMatchObject([{ outcome, status, code }]);
    expect(JSON.stringify(entries())).not.toContain('secret detail');
  });

  it('the audit log leaves an entry as started when its end cannot be stored, and the call succeeds', async () => {
    const { auditLog, entries, work } = world({ store: { insert: true, finish: false } });
    expect(await auditLog.record(ACT, work('done'))).toBe('done');
    expect(entries()).toMatchObject([{ outcome: 'started' }]);
  });

  it('the audit log keeps what was refused before its work in one write', async () => {
    const { auditLog, entries, steps } = world();
    await auditLog.refused(ACT, new Conflict('No.', { code: 'no' }));
    expect(steps).toEqual(['stored refused']);
    expect(entries()).toMatchObject([{ outcome: 'refused', status: 409, code: 'no' }]);
  });
});
