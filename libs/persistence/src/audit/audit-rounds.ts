import type { Round } from './auditor.ts';

/** The rounds of a walk, as they are stored with it. */
export interface RoundDoc {
  /** The number of complete rounds. */
  rounds: number;
  /** The start of the current round; missing before its first portion. */
  roundBegunAt?: Date;
  /** The number of documents that the current round has checked. */
  looked?: number;
  /** The duration of the last complete round. */
  lastRoundMs?: number;
}

interface Portion {
  count: number;
  hasEnded: boolean;
  now: Date;
  paceMs: number | undefined;
}

/** The rounds after a further portion. The duration of a portion includes the time before the next one. */
export function withPortion(
  { rounds, roundBegunAt, looked = 0 }: RoundDoc,
  { count, hasEnded, now, paceMs = 0 }: Portion,
): Partial<RoundDoc> {
  const begunAt = looked === 0 || !roundBegunAt ? now : roundBegunAt;
  if (!hasEnded) return { roundBegunAt: begunAt, looked: looked + count };
  return { rounds: rounds + 1, looked: 0, lastRoundMs: now.getTime() - begunAt.getTime() + paceMs };
}

/** The duration of a round: that of the last one, or the estimate for the current one if that is longer. */
export function roundOf(
  walk: string,
  { rounds, roundBegunAt, looked = 0, lastRoundMs }: RoundDoc,
  { documents, now }: { documents: number; now: Date },
): Round {
  const elapsedMs = roundBegunAt && looked > 0 ? now.getTime() - roundBegunAt.getTime() : 0;
  const expectedMs = looked > 0 ? (elapsedMs * Math.max(documents, looked)) / looked : 0;
  return {
    walk,
    rounds,
    documents,
    looked,
    seconds: Math.round(Math.max(lastRoundMs ?? 0, expectedMs) / 1000),
  };
}
