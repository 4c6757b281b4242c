import type { ReceiverCheckName, ReceiverReport } from '@estate/contracts';

/** How a receiver answered one of the deliveries of its check. */
export interface Probe {
  statusCode?: number;
  errorCode?: string;
  durationMs: number;
}

type Check = ReceiverReport['checks'][number];

const ACCEPTANCE = {
  'accepts-good': ['A valid delivery was accepted.', 'A valid delivery was not accepted'],
  'accepts-duplicate': [
    'A duplicate delivery was accepted.',
    'A duplicate delivery was not accepted and would be retried',
  ],
} as const;

const REFUSAL = {
  'refuses-wrong-signature': [
    'A delivery with a wrong signature was refused.',
    'A delivery with a wrong signature was accepted. Anyone could send events.',
  ],
  'refuses-stale': [
    'A delivery signed an hour ago was refused.',
    'A delivery signed an hour ago was accepted. Anyone could replay a recorded delivery.',
  ],
} as const;

/** Grades a receiver; refusals count only if it accepts valid deliveries. */
export function receiverReport(probes: Record<ReceiverCheckName, Probe>): ReceiverReport {
  const good = acceptance('accepts-good', probes['accepts-good']);
  const checks = [
    good,
    refusal('refuses-wrong-signature', probes['refuses-wrong-signature'], good.ok),
    refusal('refuses-stale', probes['refuses-stale'], good.ok),
    acceptance('accepts-duplicate', probes['accepts-duplicate']),
  ];
  return { ok: checks.every(({ ok }) => ok), checks };
}

function acceptance(name: keyof typeof ACCEPTANCE, probe: Probe): Check {
  const [passed, missed] = ACCEPTANCE[name];
  const ok = isBetween(probe, 200, 299);
  return { name, ok, message: ok ? passed : `${missed}: ${answerOf(probe)}.`, ...probe };
}

function refusal(name: keyof typeof REFUSAL, probe: Probe, acceptsGood: boolean): Check {
  const [passed, accepted] = REFUSAL[name];
  const refused = isBetween(probe, 400, 499);
  return { name, ok: refused && acceptsGood, message: wordsOf(), ...probe };

  function wordsOf(): string {
    if (isBetween(probe, 200, 299)) return accepted;
    if (!refused) return `The receiver must reject the delivery with a 4xx status: ${answerOf(probe)}.`;
    return acceptsGood
      ? passed
      : 'This result is not conclusive, because the receiver also rejects a valid delivery.';
  }
}

const isBetween = ({ statusCode }: Probe, from: number, to: number): boolean =>
  statusCode !== undefined && from <= statusCode && statusCode <= to;

const answerOf = ({ statusCode, errorCode }: Probe): string =>
  statusCode === undefined ? `no response (${errorCode ?? 'unknown'})` : `the response was ${statusCode}`;
