import { z } from 'zod';
import { defineOperation } from './define-operation.ts';
import { Id, Timestamp } from './ids.ts';
import { ListQuery, pageOf } from './list.ts';

export const FETCH_KEPT_DAYS = 30;

export const FEED_DOCUMENTS = ['openimmo.xml', 'openimmo.zip', 'properties.json'] as const;
export type FeedDocument = (typeof FEED_DOCUMENTS)[number];

export const FeedFetch = z
  .object({
    id: Id,
    at: Timestamp,
    document: z.enum(FEED_DOCUMENTS),
    count: z.int().meta({ description: 'The number of properties in the document.' }),
    sizeBytes: z.int().meta({ description: 'The size of the document as it was sent.' }),
    address: z.string().optional().meta({ description: 'The IP address of the reader.' }),
    userAgent: z.string().optional().meta({ description: 'What the reader calls itself.' }),
  })
  .meta({ id: 'FeedFetch', description: 'One fetch of a document of a feed, up to its end.' });
export type FeedFetch = z.infer<typeof FeedFetch>;

export const listFeedFetches = defineOperation({
  subject: 'ask.distribution.list-feed-fetches',
  http: 'GET /targets/{id}/fetches',
  summary: 'List the fetches of a feed',
  description: `The fetches of the last ${String(FETCH_KEPT_DAYS)} days that got a document up to its end. A response that the document has not changed is not listed.`,
  input: ListQuery.extend({ id: z.string() }),
  output: pageOf(FeedFetch),
  errors: ['target-not-found'],
});

/**
 * The path on the internal port of the distribution: `GET /feeds/<hash of the token>/<document>` serves a document of a feed, and `GET
 * /feeds/photos/…` a photo by its signed address. Headers for conditions, ranges and encodings are supported.
 */
export const FEEDS_PATH = '/feeds/';
