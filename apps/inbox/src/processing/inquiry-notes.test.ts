import { noteInquiry } from '@estate/contracts';
import { Unavailable } from '@estate/errors';
import { newId } from '@estate/persistence';
import { expect, it, vi } from 'vitest';
import { InquiryNotes } from './inquiry-notes.ts';
import type { Inquired } from './inquiry-notes.ts';

const [accountId, targetId, propertyId] = [newId(), newId(), newId()];
const inquired = (at: string, publicUrl?: string): Inquired => ({
  ...{ accountId, targetId, propertyId, publicUrl },
  at: new Date(`2026-11-20T10:00:${at}Z`),
});

/** Notes in a distribution that fails as long as it should. */
function notes() {
  const noted: unknown[] = [];
  const state: { trouble?: Error } = {};
  const log = { error: vi.fn() };
  const ask = async (operation: object, input: object, caller: object) => {
    if (state.trouble) throw state.trouble;
    expect([operation, caller]).toEqual([noteInquiry, { accountId, requestId: expect.any(String) }]);
    noted.push(input);
    return {};
  };
  const bus = { ask } as unknown as ConstructorParameters<typeof InquiryNotes>[0];
  return { noted, state, log, notes: new InquiryNotes(bus, log) };
}

it('inquiries about a property that are received in the same second are noted once, and those of another second or with another page again', async () => {
  const { noted, notes: all } = notes();
  const page = 'https://portal.example/expose/9';
  const received = [inquired('01.000'), inquired('01.999'), inquired('02.000'), inquired('02.000', page)];
  await Promise.all([...received, ...received].map((one) => all.note(one)));
  const at = (second: string) => ({ targetId, propertyId, at: `2026-11-20T10:00:${second}Z` });
  expect(noted).toEqual([at('01.000'), at('02.000'), { ...at('02.000'), publicUrl: page }]);
});

it('an inquiry that could not be noted is noted when its email is read again', async () => {
  const { noted, state, notes: all } = notes();
  state.trouble = new Unavailable('unavailable');
  await expect(all.note(inquired('01.000'))).rejects.toThrow('unavailable');
  delete state.trouble;
  await all.note(inquired('01.000'));
  expect(noted).toHaveLength(1);
});

it('an inquiry at which the distribution fails is logged, and its email does not wait for it', async () => {
  const { state, log, notes: all } = notes();
  state.trouble = new Error('An internal error occurred.');
  await all.note(inquired('01.000'));
  expect(log.error).toHaveBeenCalledWith({ err: state.trouble, targetId, propertyId }, 'inquiry.not-noted');
});
