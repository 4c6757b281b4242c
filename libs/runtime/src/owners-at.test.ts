import { AUDITED_AT_ONCE_MAX } from '@estate/contracts';
import { expect, it } from 'vitest';
import { ownersAt } from './owners-at.ts';

it('another service is asked for the owners of any number of documents, in portions that it takes', async () => {
  const asked: number[] = [];
  const find = ownersAt(({ ids }) => {
    asked.push(ids.length);
    return Promise.resolve({ data: ids.map((id) => ({ id, accountId: 'a' })) });
  });
  const ids = Array.from({ length: AUDITED_AT_ONCE_MAX + 1 }, (_, index) => String(index));
  expect((await find(ids)).map(({ id }) => id)).toEqual(ids);
  expect(asked).toEqual([AUDITED_AT_ONCE_MAX, 1]);
  expect(await find([])).toEqual([]);
});
