import { Conflict, InvalidInput, NotAllowed, NotFound, Unavailable } from '@estate/errors';
import { describe, expect, it } from 'vitest';
import { outcomeOf } from './outcome.ts';

const first = { failures: 1, outages: 0, deliveries: 1 };
const aborted = new DOMException('This operation was aborted', 'AbortError');

describe('the fate of a message', () => {
  it.each([
    [
      'bytes that can never succeed are buried at once',
      new InvalidInput('bad'),
      { kind: 'dead', reason: 'bad' },
    ],
    ['what nobody may do is buried at once', new NotAllowed('no'), { kind: 'dead', reason: 'no' }],
    [
      'what is not there yet is tried again',
      new NotFound('?'),
      { kind: 'retried', delayMs: 1000, reason: '?' },
    ],
    ['a lost race is tried again at once', new Conflict('2'), { kind: 'retried', delayMs: 0, reason: '2' }],
    ['our bug is tried again', new Error('bug'), { kind: 'retried', delayMs: 1000, reason: 'bug' }],
    ['a shutdown is nobody’s fault', aborted, { kind: 'handed-back' }],
  ])('%s', (_title, error, outcome) => {
    expect(outcomeOf(error, first)).toEqual(outcome);
  });

  it('is tried after 1, 5, 15 and 30 seconds, then buried', () => {
    const fates = [1, 2, 3, 4, 5].map((failures) => outcomeOf(new Error('x'), { ...first, failures }));
    expect(fates.map((fate) => ('delayMs' in fate ? fate.delayMs : fate.kind))).toEqual([
      1000,
      5000,
      15000,
      30000,
      'dead',
    ]);
  });

  it('waits for a dependency for ever, at the slowest pace', () => {
    const outage = outcomeOf(new Unavailable('away'), { failures: 0, outages: 900, deliveries: 900 });
    expect(outage).toEqual({ kind: 'retried', delayMs: 30000, reason: 'away' });
  });

  it('is decided also when every failure happened in another replica', () => {
    const many = { ...first, deliveries: 25 };
    expect(outcomeOf(new Error('x'), { ...many, failures: 2 })).toEqual({ kind: 'dead', reason: 'x' });
  });

  it('does not blame it for an outage that another replica saw', () => {
    const afterOutage = { ...first, deliveries: 900 };
    expect(outcomeOf(new Error('x'), afterOutage)).toMatchObject({ kind: 'retried' });
  });
});
