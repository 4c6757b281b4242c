import { CLOCK_OFFSET_SECONDS_MAX } from '@estate/contracts';
import type { DatabaseClock } from '@estate/persistence';
import { METRICS } from './metrics.ts';
import type { Service } from './service.ts';

/** Exports the offset of this machine's clock from that of the database, and warns at the start if it is too large. */
export function showOffset(
  { log, metrics, detail }: Pick<Service, 'log' | 'metrics' | 'detail'>,
  clock: Pick<DatabaseClock, 'offsetMs'>,
): void {
  const seconds = () => Math.round(clock.offsetMs()) / 1000;
  metrics.measured(METRICS.clock_offset_seconds, () => [{ labels: {}, value: seconds() }]);
  detail('clockOffsetSeconds', seconds);
  const clockOffsetSeconds = seconds();
  if (Math.abs(clockOffsetSeconds) > CLOCK_OFFSET_SECONDS_MAX)
    log.warn(
      { clockOffsetSeconds },
      'the clocks of this machine and of the database differ: synchronize them (NTP)',
    );
}
