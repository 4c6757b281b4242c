import { ACTOR_KINDS } from '@estate/contracts';
import { describe, expect, it } from 'vitest';
import { messages } from '../text/messages.ts';

describe('the text of an actor', () => {
  it.each(ACTOR_KINDS)('an actor of the kind %s is named in English and German', (kind) => {
    const text: Record<string, unknown> = messages;
    expect(text[`actor.${kind}`]).toEqual([expect.stringMatching(/\w/), expect.stringMatching(/\w/)]);
  });
});
