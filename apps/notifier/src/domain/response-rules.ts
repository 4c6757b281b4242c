/** What a delivery comes to: it arrived, it is repeated, or nothing may be sent to this receiver any more. */
export type Verdict = 'succeeded' | 'repeat' | 'gone';

export interface ResponseRule {
  /** First and last status the rule is for. */
  readonly from: number;
  readonly to: number;
  readonly verdict: Verdict;
  /** Whether the receiver may say when to come back. */
  readonly honoursRetryAfter: boolean;
}

/** The first rule that fits counts; the status line decides, whatever becomes of the body after it. */
export const RESPONSE_RULES: readonly ResponseRule[] = [
  { from: 200, to: 299, verdict: 'succeeded', honoursRetryAfter: false },
  { from: 300, to: 399, verdict: 'repeat', honoursRetryAfter: false },
  { from: 410, to: 410, verdict: 'gone', honoursRetryAfter: false },
  { from: 429, to: 429, verdict: 'repeat', honoursRetryAfter: true },
  { from: 503, to: 503, verdict: 'repeat', honoursRetryAfter: true },
];

/** Every other status, and no answer at all. */
export const OTHERWISE: Pick<ResponseRule, 'verdict' | 'honoursRetryAfter'> = {
  verdict: 'repeat',
  honoursRetryAfter: false,
};

/** The rule for an answer; without a status there was none. */
export function ruleFor(statusCode: number | undefined): Pick<ResponseRule, 'verdict' | 'honoursRetryAfter'> {
  if (statusCode === undefined) return OTHERWISE;
  return RESPONSE_RULES.find(({ from, to }) => from <= statusCode && statusCode <= to) ?? OTHERWISE;
}
