/** The delivery succeeded, is retried, or nothing may be sent to this receiver any more. */
export type Verdict = 'succeeded' | 'repeat' | 'gone';

export interface ResponseRule {
  /** First and last status of the rule. */
  readonly from: number;
  readonly to: number;
  readonly verdict: Verdict;
}

/** The first matching rule applies. The status decides, even if the body breaks off after it. */
export const RESPONSE_RULES: readonly ResponseRule[] = [
  { from: 200, to: 299, verdict: 'succeeded' },
  { from: 410, to: 410, verdict: 'gone' },
];

/** The meaning of a response; `undefined` when there was none. */
export function verdictOn(statusCode: number | undefined): Verdict {
  if (statusCode === undefined) return 'repeat';
  const rule = RESPONSE_RULES.find(({ from, to }) => from <= statusCode && statusCode <= to);
  return rule?.verdict ?? 'repeat';
}
