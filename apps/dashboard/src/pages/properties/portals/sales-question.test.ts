import { describe, expect, it } from 'vitest';
import { SALES_STATES, questionFor } from './sales-question.ts';

const portals = { isTakenDown: true, listed: ['a portal'] };
const everyChange = SALES_STATES.flatMap((from) => SALES_STATES.map((to) => [from, to] as const));
const asked = (given: typeof portals) =>
  everyChange.flatMap(([from, to]) => {
    const question = questionFor(from, to, given);
    return question ? [`${from} → ${to}: ${question}`] : [];
  });

describe('the question before a sales status is saved', () => {
  it('a sales status that takes down or publishes again asks, in both directions', () => {
    expect(asked(portals)).toEqual([
      'open → sold: takeDown',
      'reserved → sold: takeDown',
      'sold → open: publish',
      'sold → reserved: publish',
    ]);
  });

  it('a sales status asks nothing if the property stays published or is listed nowhere', () => {
    expect(asked({ ...portals, isTakenDown: false })).toEqual([]);
    expect(asked({ ...portals, listed: [] })).toEqual([]);
  });
});
