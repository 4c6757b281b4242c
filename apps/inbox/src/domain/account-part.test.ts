import { newId } from '@estate/persistence';
import { describe, expect, it } from 'vitest';
import { listFor, listsOf, markedResults, toReceivedMail, toSummary } from './account-part.ts';
import { failure } from './failure.ts';
import type { MailRecord, MailResult } from './mail.ts';

const [OWN, OTHER] = [newId(), newId()];
const WHY = failure('no_prospect', 'The request names no person.');

const result = (more: Partial<MailResult> = {}): MailResult => {
  const targetId = newId();
  return { targetId, accountId: OWN, requestCount: 0, address: `${targetId}@requests.example`, ...more };
};

const mail = (more: Partial<MailRecord> = {}): MailRecord => ({
  id: newId(),
  key: 'key',
  rawSha256: 'hash',
  sizeBytes: 100,
  truncated: false,
  source: 'smtp',
  recipients: ['everybody@requests.example'],
  state: 'failed',
  receivedAt: new Date('2026-11-20T10:00:00Z'),
  expiresAt: new Date('2026-12-20T10:00:00Z'),
  failure: WHY,
  results: [result()],
  ...more,
});

describe('the state of an email as its account sees it', () => {
  const stateOf = (more: Partial<MailRecord>) => toSummary(mail(more), OWN).state;

  it('the state of an email as its account sees it is parsed when everything in the email became requests', () => {
    const { failure: _failure, ...parsed } = mail({ results: [result({ requestCount: 2 })] });
    expect(toSummary({ ...parsed, state: 'parsed' }, OWN).state).toBe('parsed');
  });

  it('the state of an email as its account sees it is partial when a part of the email could not be read', () => {
    expect(stateOf({ state: 'parsed', results: [result({ requestCount: 2 })] })).toBe('partial');
  });

  it('the state of an email as its account sees it is failed when the email led to no request, also when it did for another account', () => {
    expect(stateOf({ results: [result()] })).toBe('failed');
    const others = result({ accountId: OTHER, requestCount: 3 });
    expect(stateOf({ state: 'parsed', results: [result(), others] })).toBe('failed');
  });

  it('the state of an email as its account sees it is pending while the email waits to be read again, also when it is marked as done', () => {
    expect(stateOf({ state: 'pending', results: [result({ done: { at: new Date() } })] })).toBe('pending');
  });

  it('the state of an email as its account sees it is done once every target of the account is marked, whatever another account did', () => {
    const done = { at: new Date() };
    expect(stateOf({ results: [result({ done }), result({ accountId: OTHER })] })).toBe('done');
    expect(stateOf({ results: [result({ done }), result()] })).toBe('failed');
    expect(stateOf({ results: [result(), result({ accountId: OTHER, done })] })).toBe('failed');
  });
});

describe('an email to targets of two accounts', () => {
  const [own, others] = [result({ requestCount: 1 }), result({ accountId: OTHER, requestCount: 5 })];
  const record = mail({ state: 'parsed', results: [own, others] });

  it('an email to targets of two accounts shows each account its own targets, recipients and requests only', () => {
    const shown = toReceivedMail({ record, content: undefined }, OWN, []);
    expect(shown).toMatchObject({ targetIds: [own.targetId], recipients: [own.address], requestCount: 1 });
    const text = JSON.stringify(shown);
    for (const hidden of [OTHER, others.targetId, others.address, 'everybody@']) {
      expect(text).not.toContain(hidden);
    }
  });

  it('an email to targets of two accounts is marked as done for the account that does so', () => {
    const done = { at: new Date(), by: { kind: 'api_key', name: 'Support' } };
    const results = markedResults(record, OWN, done);
    expect(toSummary({ ...record, results }, OWN)).toMatchObject({ state: 'done', doneBy: done.by });
    expect(toSummary({ ...record, results }, OTHER)).not.toHaveProperty('doneAt');
    expect(markedResults({ results }, OWN, undefined)).toEqual(record.results);
  });

  it('an email to targets of two accounts is in the lists of both, by target and by state', () => {
    const { targetId } = own;
    expect(listsOf(record).toSorted()).toEqual(
      [
        listFor(OWN, {}),
        listFor(OWN, { state: 'partial' }),
        listFor(OWN, { targetId }),
        listFor(OWN, { targetId, state: 'partial' }),
        listFor(OTHER, {}),
        listFor(OTHER, { state: 'partial' }),
        listFor(OTHER, { targetId: others.targetId }),
        listFor(OTHER, { targetId: others.targetId, state: 'partial' }),
      ].toSorted(),
    );
  });
});

describe('an email without a target', () => {
  it('an email without a target is in no list', () => {
    expect(listsOf(mail({ state: 'quarantined', results: [] }))).toEqual([]);
  });
});
