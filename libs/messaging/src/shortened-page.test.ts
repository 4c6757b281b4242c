import { expect, it } from 'vitest';
import { fitting } from './shortened-page.ts';

const data = ['a'.repeat(50), 'b'.repeat(50), 'c'.repeat(50)];
const fitted = (page: object, maxBytes?: number): unknown => JSON.parse(fitting(page, maxBytes));

it('a page that would not fit into a message ends earlier and says that there is more', () => {
  expect(fitted({ hasMore: false, data }, 110)).toEqual({ hasMore: true, data: data.slice(0, 2) });
});

it('a page that would not fit into a message keeps what it says beside its resources', () => {
  expect(fitted({ hasMore: false, data, count: 3 }, 110)).toEqual({
    hasMore: true,
    data: data.slice(0, 2),
    count: 3,
  });
});

it('a page that would not fit into a message keeps at least one resource, so that a reader gets on', () => {
  expect(fitted({ hasMore: false, data }, 10)).toEqual({ hasMore: true, data: data.slice(0, 1) });
  expect(fitted({ hasMore: true, data: ['é'.repeat(9)] }, 10)).toEqual({
    hasMore: true,
    data: ['é'.repeat(9)],
  });
});

it('a page that would not fit into a message goes on after what is left of it', () => {
  const page = { hasMore: true, continueAfter: 'm', data };
  expect(fitted(page, 10)).toEqual({ hasMore: true, data: data.slice(0, 1) });
  expect(fitted(page)).toEqual(page);
});

it('a page that would not fit into a message stays as it is when it fits', () => {
  expect(fitted({ hasMore: false, data })).toEqual({ hasMore: false, data });
  expect(fitted({ hasMore: true, data })).toEqual({ hasMore: true, data });
});

it('an answer that is no page is not touched', () => {
  expect(fitted({ data }, 10)).toEqual({ data });
});
