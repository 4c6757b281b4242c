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
    [
      'a message that meets an internal error is retried',
      new Error('bug'),
      { kind: 'retried', delayMs: 1000, reason: 'bug' },
    ],
    ['a message that a shutdown interrupts is returned to the queue', aborted, { kind: 'handed-back' }],
  ])('%s', (_title, error, outcome) => {
    expect(outcomeOf(error, first)).toEqual(outcome);
  });

  it('a failing message is retried after 1, 5, 15 and 30 seconds and then becomes a dead letter', () => {
    const fates = [1, 2, 3, 4, 5].map((failures) => outcomeOf(new Error('x'), { ...first, failures }));
    expect(fates.map((fate) => ('delayMs' in fate ? fate.delayMs : fate.kind))).toEqual([
      1000,
      5000,
      15000,
      30000,
      'dead',
    ]);
  });

  it('a message waits for a dependency without limit, at the longest interval', () => {
    const outage = outcomeOf(new Unavailable('away'), { failures: 0, outages: 900, deliveries: 900 });
    expect(outage).toEqual({ kind: 'retried', delayMs: 30000, reason: 'away' });
  });

  it('a message whose failures all happened in other replicas becomes a dead letter', () => {
    const many = { ...first, deliveries: 25 };
    expect(outcomeOf(new Error('x'), { ...many, failures: 2 })).toEqual({ kind: 'dead', reason: 'x' });
  });

  it('an outage that another replica saw does not count as a failure of the message', () => {
    const afterOutage = { ...first, deliveries: 900 };
    expect(outcomeOf(new Error('x'), afterOutage)).toMatchObject({ kind: 'retried' });
  });
});
