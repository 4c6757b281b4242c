import { describe, expect, it } from 'vitest';
import { fittingPage } from './fitting-page.ts';

const data = ['a'.repeat(50), 'b'.repeat(50), 'c'.repeat(50)];

describe('a page that would not fit into a message', () => {
  it('is cut and says that there is more', () => {
    expect(fittingPage({ hasMore: false, data }, 110)).toEqual({ hasMore: true, data: data.slice(0, 2) });
  });

  it('keeps at least one resource, so that a reader gets on', () => {
    expect(fittingPage({ hasMore: false, data }, 10)).toEqual({ hasMore: true, data: data.slice(0, 1) });
  });

  it('stays as it is when it fits', () => {
    expect(fittingPage({ hasMore: false, data })).toEqual({ hasMore: false, data });
  });
});
