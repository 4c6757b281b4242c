import { expect, it, vi } from 'vitest';
import type { Person } from '../domain/feedback.ts';
import { Inquiries } from './inquiries.ts';

it('the text that all people of a document share is measured once, also for those who are left out', () => {
  const shared = 'x'.repeat(65_536);
  const people = Array.from({ length: 1500 }, (_, n): Person => ({
    ...{ shared, origin: String(n), prospect: { lastName: `Person ${String(n)}` } },
    ...{ property: {}, externalIds: [] },
  }));
  const written = vi.spyOn(JSON, 'stringify');
  const inquiries = new Inquiries();
  inquiries.addDocument(people);
  const measured = written.mock.calls.filter(([value]) => (value as unknown) === shared);
  const calls = written.mock.calls.length;
  written.mockRestore();
  expect([inquiries.all.length + inquiries.refused, measured.length]).toEqual([1500, 1]);
  expect(calls).toBeLessThan(1500 + 2 * inquiries.all.length);
});
