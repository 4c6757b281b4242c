import { sentenceOf } from '@estate/errors';
import { expect, it } from 'vitest';
import { impossiblePrevention, impossibleTimes, refused } from './listing-rules.ts';

const [earlier, later] = [new Date('2026-11-01T08:00:00Z'), new Date('2026-11-02T08:00:00Z')];

it.each([
  [
    impossibleTimes({ publishUntil: earlier }, later),
    'publishUntil must be in the future: a listing that has ended would never be published.',
  ],
  [
    impossibleTimes({ publishFrom: later, publishUntil: earlier }),
    'publishUntil must be after publishFrom, 2026-11-02T08:00:00.000Z.',
  ],
  [
    impossiblePrevention(true, {}),
    'preventPublication cannot be true, because the platform publishes every object.',
  ],
])(
  'the refusal of a listing is one sentence with the field as its subject and one full stop',
  (wish, text) => {
    expect(sentenceOf(refused(wish))).toBe(text);
  },
);
