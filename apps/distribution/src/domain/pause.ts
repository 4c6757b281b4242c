import { ACTOR_KINDS } from '@estate/contracts';
import type { Actor, ActorKind, PublishingPause } from '@estate/contracts';

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

/** The reasons why the lane of a target is stopped. */
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

/** Each kind of actor in words; a kind that this version does not know is named without saying what it is. */
const ACTOR_WORDS: Record<ActorKind, (name: string | undefined) => string> = {
  api_key: keyNamed,
  dashboard: (name) => `a person in the dashboard, signed in with ${keyNamed(name)}`,
  user: (name) => (name === undefined ? 'a user of the account' : `the user "${name}"`),
  operator: () => 'the operator of the service',
  import: (name) => (name === undefined ? 'an import' : `the import "${name}"`),
  link: (name) => `a person with ${name === undefined ? 'a dashboard link' : `the dashboard link "${name}"`}`,
};

const isKnown = (kind: string): kind is ActorKind => ACTOR_KINDS.some((known) => known === kind);

function keyNamed(name: string | undefined): string {
  return name === undefined ? 'an API key' : `the API key "${name}"`;
}

function nameOf(actor: Actor | undefined): string {
  if (!actor || !isKnown(actor.kind)) return actor?.name === undefined ? 'the account' : `"${actor.name}"`;
  return ACTOR_WORDS[actor.kind](actor.name);
}
