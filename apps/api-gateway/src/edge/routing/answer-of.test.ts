import { describe, expect, it } from 'vitest';
import { answerOf } from './answer-of.ts';
import type { ApiRoute } from './api-route.ts';
import { sampleRequest } from './sample-request.fixture.ts';

const route = { path: '/properties', status: 200, versioned: true } as ApiRoute;
const linkOf = (output: object) => {
  const request = sampleRequest({ method: 'GET', url: '/properties?q=ulm&startAfter=old' });
  const context = { request, caller: {}, deps: {} } as Parameters<typeof answerOf>[2];
  return answerOf(route, output, context).headers?.['link'];
};

describe('the link of a page to the next one', () => {
  it('the link of a page to the next one begins after the last resource', () => {
    expect(linkOf({ hasMore: true, data: [{ id: 'a' }, { id: 'b' }] })).toBe(
      '</properties?q=ulm&startAfter=b>; rel="next"',
    );
    expect(linkOf({ hasMore: true, data: [{ eventId: 'e' }] })).toContain('startAfter=e>');
    expect(linkOf({ hasMore: false, data: [{ id: 'a' }] })).toBeUndefined();
  });

  it('the link of a page to the next one begins where a search ended before its page was full, also when it found nothing', () => {
    expect(linkOf({ hasMore: true, continueAfter: 'm', data: [{ id: 'a' }] })).toContain('startAfter=m>');
    expect(linkOf({ hasMore: true, continueAfter: 'm', data: [] })).toContain('startAfter=m>');
  });
});
