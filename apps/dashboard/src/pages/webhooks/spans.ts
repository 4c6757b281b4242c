import type { MessageKey } from '../../text/messages.ts';

const HOUR_MS = 3_600_000;

interface Span {
  value: string;
  label: MessageKey;
  ms: number;
}

/** Deliveries are kept for thirty days. */
export const SPANS: readonly Span[] = [
  { value: 'hour', label: 'deliveries.lastHour', ms: HOUR_MS },
  { value: 'day', label: 'deliveries.lastDay', ms: 24 * HOUR_MS },
  { value: 'week', label: 'deliveries.lastWeek', ms: 7 * 24 * HOUR_MS },
  { value: 'month', label: 'deliveries.lastMonth', ms: 30 * 24 * HOUR_MS },
];

/** The time at which a span begins, counted from now. */
export function startOf(value: string): string | undefined {
  const span = SPANS.find((one) => one.value === value);
  return span && new Date(Date.now() - span.ms).toISOString();
}
