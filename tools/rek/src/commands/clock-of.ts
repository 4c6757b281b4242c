import { CLOCK_OFFSET_SECONDS_MAX } from '@estate/contracts';
import { fine, notAsked, wrong } from './finding.ts';
import type { Finding } from './finding.ts';

/** The offset of a clock from another one, in words. */
export function clockOf(what: string, aheadSeconds = Number.NaN, other = 'the local clock'): Finding {
  if (Number.isNaN(aheadSeconds)) return notAsked(`clock of ${what}`, 'the response has no time');
  const says = `differs by ${String(Math.round(aheadSeconds))} s from ${other}`;
  return Math.abs(aheadSeconds) <= CLOCK_OFFSET_SECONDS_MAX
    ? fine(`clock of ${what}`, says)
    : wrong(`clock of ${what}`, `${says}: synchronize the clocks (NTP)`);
}
