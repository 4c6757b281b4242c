import { describe, expect, it } from 'vitest';
import { receiverReport } from './receiver-report.ts';

const answer = (statusCode: number) => ({ statusCode, durationMs: 1 });
const careful = {
  'accepts-good': answer(204),
  'refuses-wrong-signature': answer(401),
  'refuses-stale': answer(400),
  'accepts-duplicate': answer(200),
};
const missed = (probes: Partial<typeof careful>) =>
  receiverReport({ ...careful, ...probes })
    .checks.filter(({ ok }) => !ok)
    .map(({ name }) => name);

describe('the check of a receiver', () => {
  it('the verification of a receiver passes if it accepts valid and refuses invalid deliveries', () => {
    expect(receiverReport(careful).ok).toBe(true);
    expect(receiverReport(careful).checks.map(({ message }) => message)).toEqual([
      'A valid delivery was accepted.',
      'A delivery with a wrong signature was refused.',
      'A delivery signed an hour ago was refused.',
      'A duplicate delivery was accepted.',
    ]);
  });

  it('the verification of a receiver finds a receiver that accepts everything', () => {
    expect(missed({ 'refuses-wrong-signature': answer(200), 'refuses-stale': answer(200) })).toEqual([
      'refuses-wrong-signature',
      'refuses-stale',
    ]);
  });

  it('the verification of a receiver ignores the refusals of a receiver that refuses everything', () => {
    const report = receiverReport({
      ...careful,
      'accepts-good': answer(500),
      'accepts-duplicate': answer(500),
    });
    expect(report.checks.every(({ ok }) => !ok)).toBe(true);
    expect(report.checks[0]?.message).toBe('A valid delivery was not accepted: the response was 500.');
  });

  it('the verification of a receiver does not accept a server error as a refusal', () => {
    expect(missed({ 'refuses-stale': answer(500) })).toEqual(['refuses-stale']);
  });
});
