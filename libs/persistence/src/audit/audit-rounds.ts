import type { Round } from './auditor.ts';

/** A walk stores this about its rounds. */
export interface RoundDoc {
  /** Whole collections that were looked at. */
  rounds: number;
  /** When the present round began; missing before its first portion. */
  roundBegunAt?: Date;
  /** Documents that the present round has looked at. */
  looked?: number;
  /** How long the last whole round took. */
  lastRoundMs?: number;
}

interface Portion {
  count: number;
  hasEnded: boolean;
  now: Date;
  paceMs: number | undefined;
}

/** The rounds after a further portion. A portion also takes the time that passes before the next one. */
export function withPortion(
  { rounds, roundBegunAt, looked = 0 }: RoundDoc,
  { count, hasEnded, now, paceMs = 0 }: Portion,
): Partial<RoundDoc> {
  const begunAt = looked === 0 || !roundBegunAt ? now : roundBegunAt;
  if (!hasEnded) return { roundBegunAt: begunAt, looked: looked + count };
  return { rounds: rounds + 1, looked: 0, lastRoundMs: now.getTime() - begunAt.getTime() + paceMs };
}

/** How long a round takes: as long as the last one, or as the present one will at its pace if that is longer. */
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
