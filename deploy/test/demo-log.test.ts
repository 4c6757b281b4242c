import { describe, expect, it } from 'vitest';
import { publishedListings } from '../containers/demo-log.ts';

const LOG = `
demo-1  | created listings on both targets; waiting until they are published …
demo-1  | the object of the first listing is published
demo-1  | +---------------+------------------------------+-----------------------+
demo-1  | | house-buy     | demo-1: A house              | ready                 |
demo-1  | |   FTP         | li_1, a package with 3 files | published, accepted   |
demo-1  | |   Marketplace | li_2                         | published             |
demo-1  | |   Marketplace | li_3                         | waiting               |
demo-1  | | Event         | 2 × listing.published        | delivered (200)       |
demo-1  | | Portal page   | http://localhost:8081/       | the published objects |
demo-1  | +---------------+------------------------------+-----------------------+
`;

describe('the log of the demo', () => {
  it('the published listings of the demo are the rows of its table, not the words of its log', () => {
    expect(publishedListings(LOG)).toBe(2);
    expect(publishedListings(LOG.replaceAll('demo-1  | ', ''))).toBe(2);
    expect(publishedListings('')).toBe(0);
  });
});
