import type { ServiceManifest } from '@estate/contracts';
import { DEAD_LETTERS, MARKS, OUTBOX, REDRIVE, STREAM_NAMES, streamOf } from '@estate/messaging';
import { consumersOf } from './consumers.ts';
import type { Consumer } from './consumers.ts';

/** The user of the operator's tool. */
export const OPERATOR = 'operator';
/** The user for changing, saving and restoring streams by hand. */
export const MAINTENANCE = 'maintenance';
/** The user for the servers of the cluster, in a separate account. */
export const SYSTEM = 'system';

/** A user of the broker with its permissions; everything else is refused. */
export interface BrokerUser {
  name: string;
  publish: readonly string[];
  subscribe: readonly string[];
}

/** A user for every service according to its manifest, and those of the operator. The user for the servers has a separate account. */
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
 * The user of a service. Replies are permitted by the inbox of the caller, not by `allow_responses`: with it, nats-server remembers every
 * message with a reply subject for a time, and scans all of them for each further one.
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

/** The permissions for creating missing streams; no service may change, empty or remove them. */
const lookAtStreams = (): string[] =>
  STREAM_NAMES.flatMap((name) => [`$JS.API.STREAM.INFO.${name}`, `$JS.API.STREAM.CREATE.${name}`]);

/** The permissions of a consumer: it pulls its messages, and its redriven dead letters. */
const pulls = ({ name, filter }: Consumer): string[] => [
  ...pull(streamOf(filter), name, filter),
  ...pull(REDRIVE, name, `redrive.${name}`),
];

/** The permissions for the age of queues: a service reads the oldest message of a queue in its stream. */
const agesOfQueues = (consumers: readonly Consumer[]): string[] => [
  ...new Set(consumers.map(({ filter }) => `$JS.API.STREAM.MSG.GET.${streamOf(filter)}`)),
];

/** The permissions for reading stored messages: every service reads its own mark, some read earlier messages. */
const reads = ({ reads: filters = [] }: ServiceManifest): string[] =>
  [MARKS, ...filters.map(streamOf)].map((stream) => `$JS.API.STREAM.MSG.GET.${stream}`);

/** The permissions for erasing messages: a service reads them in their stream, and as dead letters. */
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
  // Newer servers write the domain and the account before the stream.
  `$JS.ACK.*.*.${stream}.${consumer}.>`,
];

/** The subjects of single replicas, which are asked by name while another replica is silent. */
const ofOneReplica = (subject: string): string => `${subject}.*`;

const toolsOfTheBroker = (service: string): string[] => [
  '$SRV.*',
  `$SRV.*.${service}`,
  `$SRV.*.${service}.*`,
];

const inboxOf = (user: string): string => `_INBOX.${user}.>`;

/** The user that inspects everything, lists and redrives dead letters; it asks nothing on behalf of a service. */
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
    // A message that an outbox could not publish is published to its own subject, for all its consumers.
    'event.>',
    'fact.>',
  ],
  subscribe: [inboxOf(OPERATOR)],
});

/** The user that edits, saves and restores streams and moves them between servers; it neither reads nor writes single messages. */
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
    // The parts of a stream in transit to or from a file.
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
