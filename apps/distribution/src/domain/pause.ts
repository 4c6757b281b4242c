import type { PublishingPause } from '@estate/contracts';

/** A target that no process works on, because too many processes in a row crashed while they did. */
export interface SetAside {
  at: Date;
  deaths: number;
}

/** What stopped the lane of a target. */
export interface Stoppable {
  /** The operator did. */
  pausedAt?: Date;
  setAside?: SetAside;
}

/** Why nothing is published to a target for now, in words for its customer; undefined: it is. */
export function pauseOf({ pausedAt, setAside }: Stoppable): PublishingPause | undefined {
  if (pausedAt) {
    const message =
      'The operator of the service has paused publishing to this target. Due listings wait and are published when it is resumed.';
    return { by: 'operator', at: pausedAt.toISOString(), message };
  }
  if (!setAside) return undefined;
  const message = `Publishing to this target was stopped because it made the service fail ${String(setAside.deaths)} times in a row. Due listings wait. Check the server of the target, then update the target (PUT /targets/{id}) to start again, or contact the operator of the service.`;
  return { by: 'service', at: setAside.at.toISOString(), message };
}
