import { newId } from '@estate/persistence';
import { describe, expect, it } from 'vitest';
import { Told } from './told.ts';

const delivery = (id: string, attempt = 1) => ({
  id,
  attempt,
  subject: 'event.request.created',
  accountId: newId(),
  requestId: 'req-told-00001',
  at: new Date(),
  data: {},
});

describe('what the stage was told', () => {
  it('is one message for each id, however often the broker delivers it', () => {
    const told = new Told();
    const [first, second] = [delivery('1'), delivery('2')];
    for (const message of [first, second, delivery('1', 2), delivery('2', 2)]) told.take(message);
    expect(told.messages).toEqual([first, second]);
  });
});
