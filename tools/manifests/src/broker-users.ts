import type { ServiceManifest } from '@estate/contracts';
import { DEAD_LETTERS, MARKS, OUTBOX, REDRIVE, STREAM_NAMES, streamOf } from '@estate/messaging';
import { consumersOf } from './consumers.ts';
import type { Consumer } from './consumers.ts';

/** This user looks after the broker with the operator's tool. */
export const OPERATOR = 'operator';
/** This user changes, saves and restores streams by hand. */
export const MAINTENANCE = 'maintenance';
/** This user looks after the servers of the cluster, in an account of its own. */
export const SYSTEM = 'system';

/** The permissions of a user of the broker; everything else is refused. */
export interface BrokerUser {
  name: string;
  publish: readonly string[];
  subscribe: readonly string[];
}

/** Every service with what its manifest declares, and the operator. The user of the servers has an account of its own. */
export const brokerUsers = (services: readonly ServiceManifest[]): BrokerUser[] => [
  ...services.map((service) => serviceUser(service, askersOf(service, services))),
  operator(),
  maintenance(),
];

/** The users that ask a service: the services that declare it, and the operator, whose tool looks for services. */
const askersOf = ({ answers }: ServiceManifest, services: readonly ServiceManifest[]): string[] => {
  const answered = new Set(answers.map(({ subject }) => subject));
  const asking = services.filter(({ asks }) => asks.some(({ subject }) => answered.has(subject)));
  return [...asking.map(({ name }) => name), OPERATOR];
};

/**
 * Replies are permitted by the inbox of who asks, not by `allow_responses`: with it, nats-server remembers every message
 * with a reply subject until a time has passed, and goes through all of them for each further one.
 */
function serviceUser(manifest: ServiceManifest, askers: readonly string[]): BrokerUser {
  const { name, answers, asks, tells } = manifest;
  const consumers = consumersOf(manifest);
  return {
    name,
    publish: [
      ...subjects([...asks, ...tells]),
      ...subjects(asks).map(ofOneReplica),
      ...consumers.map((consumer) => `dead.${consumer.name}`),
      `dead.${OUTBOX}${name}`,
      `mark.${name}`,
      ...lookAtStreams(),
      ...new Set([...reads(manifest), ...agesOfQueues(consumers), ...erasures(manifest)]),
      ...consumers.flatMap(pulls),
      ...askers.map(inboxOf),
    ],
    subscribe: [
      ...subjects(answers),
      ...(answers.length > 0 ? [`ask.${name}.*.*`] : []),
      ...toolsOfTheBroker(name),
      inboxOf(name),
    ],
  };
}

const subjects = (declared: readonly { subject: string }[]): string[] =>
  declared.map(({ subject }) => subject).sort();

/** Whoever comes first makes the streams; nobody that is known to the broker may change, empty or remove them. */
const lookAtStreams = (): string[] =>
  STREAM_NAMES.flatMap((name) => [`$JS.API.STREAM.INFO.${name}`, `$JS.API.STREAM.CREATE.${name}`]);

/** A consumer pulls its messages, and its own dead letters that are handed back. */
const pulls = ({ name, filter }: Consumer): string[] => [
  ...pull(streamOf(filter), name, filter),
  ...pull(REDRIVE, name, `redrive.${name}`),
];

/** To tell how old the oldest message of a queue is, a service looks at it where it lies. */
const agesOfQueues = (consumers: readonly Consumer[]): string[] => [
  ...new Set(consumers.map(({ filter }) => `$JS.API.STREAM.MSG.GET.${streamOf(filter)}`)),
];

/** Every service reads its own mark; some read messages that were stored before. */
const reads = ({ reads: filters = [] }: ServiceManifest): string[] =>
  [MARKS, ...filters.map(streamOf)].map((stream) => `$JS.API.STREAM.MSG.GET.${stream}`);

/** A service that erases messages reads them where they lie: in their stream, and as dead letters. */
function erasures(manifest: ServiceManifest): string[] {
  const erased = consumersOf(manifest).filter(({ name }) =>
    manifest.erases?.some((key) => name === `${manifest.name}-${key}`),
  );
  if (erased.length === 0) return [];
  const streams = new Set([...erased.map(({ filter }) => streamOf(filter)), DEAD_LETTERS, REDRIVE]);
  return [...streams].flatMap((name) => [
    `$JS.API.STREAM.MSG.GET.${name}`,
    `$JS.API.STREAM.MSG.DELETE.${name}`,
  ]);
}

const pull = (stream: string, consumer: string, filter: string): string[] => [
  `$JS.API.CONSUMER.CREATE.${stream}.${consumer}.${filter}`,
  `$JS.API.CONSUMER.INFO.${stream}.${consumer}`,
  `$JS.API.CONSUMER.MSG.NEXT.${stream}.${consumer}`,
  `$JS.ACK.${stream}.${consumer}.>`,
  // With the domain and the account before the stream, as newer servers write it.
  `$JS.ACK.*.*.${stream}.${consumer}.>`,
];

/** While another replica is silent, one is asked by its name. */
const ofOneReplica = (subject: string): string => `${subject}.*`;

const toolsOfTheBroker = (service: string): string[] => [
  '$SRV.*',
  `$SRV.*.${service}`,
  `$SRV.*.${service}.*`,
];

const inboxOf = (user: string): string => `_INBOX.${user}.>`;

/** Looks at everything, lists dead letters and hands them back; asks nothing in the name of a service. */
const operator = (): BrokerUser => ({
  name: OPERATOR,
  publish: [
    '$SRV.>',
    '$JS.API.INFO',
    '$JS.API.STREAM.NAMES',
    '$JS.API.STREAM.LIST',
    ...lookAtStreams(),
    '$JS.API.STREAM.MSG.GET.*',
    '$JS.API.STREAM.MSG.DELETE.DEAD_LETTERS',
    '$JS.API.CONSUMER.NAMES.*',
    '$JS.API.CONSUMER.LIST.*',
    '$JS.API.CONSUMER.INFO.*.*',
    'redrive.*',
    // A message that an outbox could not publish goes to its own subject, from where all its consumers take it.
    'event.>',
    'fact.>',
  ],
  subscribe: [inboxOf(OPERATOR)],
});

/** Edits, saves and restores streams and moves them between servers; neither reads nor writes their messages one by one. */
const maintenance = (): BrokerUser => ({
  name: MAINTENANCE,
  publish: [
    '$JS.API.INFO',
    '$JS.API.STREAM.NAMES',
    '$JS.API.STREAM.LIST',
    '$JS.API.STREAM.INFO.*',
    '$JS.API.STREAM.UPDATE.*',
    '$JS.API.STREAM.SNAPSHOT.*',
    '$JS.API.STREAM.RESTORE.*',
    // The pieces of a stream on its way to a file, and from one.
    '$JS.SNAPSHOT.ACK.>',
    '$JS.SNAPSHOT.RESTORE.>',
    '$JS.API.STREAM.LEADER.STEPDOWN.*',
    '$JS.API.STREAM.PEER.REMOVE.*',
    '$JS.API.CONSUMER.NAMES.*',
    '$JS.API.CONSUMER.LIST.*',
    '$JS.API.CONSUMER.INFO.*.*',
    '$JS.API.CONSUMER.LEADER.STEPDOWN.*.*',
  ],
  subscribe: [inboxOf(MAINTENANCE)],
});
