import { z } from 'zod';
import { parsed } from '../parsed.ts';

const FaultOrder = z.strictObject({
  /** A part of the path of affected calls. */
  path: z.string().optional(),
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']).optional(),
  /** The number of times that it applies; until it is cleared by default. */
  times: z.int().min(1).optional(),
  /** Replies with this status instead of doing anything; 429 takes `retryAfter`. */
  status: z.int().min(200).max(599).optional(),
  code: z.string().optional(),
  message: z.string().optional(),
  /** With `status`: the whole body, instead of a message in the usual form. */
  body: z.string().optional(),
  /** Repeats the body up to this length. */
  bodyBytes: z.int().min(1).max(20_000_000).optional(),
  /** The media type of `body`. */
  contentType: z.string().optional(),
  /** With `status`: the `Location` of a redirect. */
  location: z.string().optional(),
  /** Answers like a proxy in front of the marketplace: without its trace header. */
  proxy: z.literal(true).optional(),
  /** The delay in seconds. */
  retryAfter: z.number().min(0).optional(),
  /** Waits before the call is processed. */
  delayMs: z.number().min(0).optional(),
  /** Never answers. */
  hang: z.literal(true).optional(),
  /** Cuts the connection: `before` the work is done, `after` it, or `within` the response. */
  cut: z.enum(['before', 'after', 'within']).optional(),
  /** The number of remaining calls in the rate-limit headers. */
  remaining: z.int().min(0).optional(),
});
/** A deliberate failure of calls of the offer interface or of a token endpoint. */
export type MarketFault = z.infer<typeof FaultOrder>;

export const marketFaults = (order: unknown): MarketFault[] => [parsed(FaultOrder, order)];

/** True for a fault that applies to this call. */
export const isMeantFor =
  (method: string, path: string) =>
  (fault: MarketFault): boolean =>
    (fault.method ?? method) === method && path.includes(fault.path ?? '');
