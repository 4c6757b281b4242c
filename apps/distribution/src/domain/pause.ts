import type { Actor, PublishingPause } from '@estate/contracts';

/** A target that no process works on, because too many processes in a row crashed while they did. */
export interface SetAside {
  at: Date;
  deaths: number;
}

/** The account itself stopped publishing to its target. */
export interface CustomerPause {
  at: Date;
  reason?: string;
  actor?: Actor;
}

/** What stopped the lane of a target. */
export interface Stoppable {
  /** The operator did. */
  pausedAt?: Date;
  setAside?: SetAside;
  customerPause?: CustomerPause;
}

type OnePause = Omit<PublishingPause, 'others'>;

/** Why nothing is published to a target for now, in words for its customer; undefined: it is. */
export function pauseOf({ pausedAt, setAside, customerPause }: Stoppable): PublishingPause | undefined {
  const [first, ...others] = [
    ...(pausedAt ? [byOperator(pausedAt)] : []),
    ...(setAside ? [byService(setAside)] : []),
    ...(customerPause ? [byCustomer(customerPause)] : []),
  ];
  return first && { ...first, ...(others.length > 0 && { others }) };
}

const since = (at: Date) => {
  const [day = '', time = ''] = at.toISOString().split('T');
  return `Publishing to this target has been paused since ${day} ${time.slice(0, 5)} UTC`;
};

const byOperator = (at: Date): OnePause => ({
  by: 'operator',
  at: at.toISOString(),
  message: `${since(at)} by the operator of the service. Due listings wait and are published when the operator resumes it.`,
});

const byService = ({ at, deaths }: SetAside): OnePause => ({
  by: 'service',
  at: at.toISOString(),
  message: `${since(at)} by the service, because it crashed ${String(deaths)} times in a row while it published to the target. Due listings wait. Check the server of the target, then update the target (PUT /targets/{id}) to resume publishing, or contact the operator of the service.`,
});

function byCustomer({ at, reason, actor }: CustomerPause): OnePause {
  const because = reason === undefined ? '' : ` Reason: ${reason}`;
  return {
    by: 'customer',
    at: at.toISOString(),
    message: `${since(at)} by ${nameOf(actor)}. Due listings wait and are published when the target is resumed (POST /targets/{id}/resume).${because}`,
    ...(reason !== undefined && { reason }),
    ...(actor && { actor }),
  };
}

function nameOf(actor: Actor | undefined): string {
  if (!actor) return 'the account';
  const key = actor.name === undefined ? 'an API key' : `the API key "${actor.name}"`;
  return actor.kind === 'dashboard' ? `a person in the dashboard, signed in with ${key}` : key;
}
