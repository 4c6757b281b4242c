/** The delivery succeeded, is retried, or nothing may be sent to this receiver any more. */
export type Verdict = 'succeeded' | 'repeat' | 'gone';

export interface ResponseRule {
  /** First and last status of the rule. */
  readonly from: number;
  readonly to: number;
  readonly verdict: Verdict;
  /** Whether `Retry-After` of the receiver counts. */
  readonly honoursRetryAfter: boolean;
}

/** The first matching rule applies. The status decides, even if the body breaks off after it. */
export const RESPONSE_RULES: readonly ResponseRule[] = [
  { from: 200, to: 299, verdict: 'succeeded', honoursRetryAfter: false },
  { from: 300, to: 399, verdict: 'repeat', honoursRetryAfter: false },
  { from: 410, to: 410, verdict: 'gone', honoursRetryAfter: false },
  { from: 429, to: 429, verdict: 'repeat', honoursRetryAfter: true },
  { from: 503, to: 503, verdict: 'repeat', honoursRetryAfter: true },
];

/** For every other status, and without a response. */
export const OTHERWISE: Pick<ResponseRule, 'verdict' | 'honoursRetryAfter'> = {
  verdict: 'repeat',
  honoursRetryAfter: false,
};

/** The rule for a response; `undefined` when there was none. */
export function ruleFor(statusCode: number | undefined): Pick<ResponseRule, 'verdict' | 'honoursRetryAfter'> {
  if (statusCode === undefined) return OTHERWISE;
  return RESPONSE_RULES.find(({ from, to }) => from <= statusCode && statusCode <= to) ?? OTHERWISE;
}
