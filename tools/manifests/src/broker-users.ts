import type { ServiceManifest } from '@estate/contracts';
import { REDRIVE, STREAM_NAMES, streamOf } from '@estate/messaging';
import { consumersOf } from './consumers.ts';
import type { Consumer } from './consumers.ts';

/** Who looks after the broker with the operator's tool. */
export const OPERATOR = 'operator';

/** What a user of the broker may do; everything else is refused. */
export interface BrokerUser {
  name: string;
  publish: readonly string[];
  subscribe: readonly string[];
  /** May answer once to whoever asks it. */
  responds: boolean;
}

/** Every service with what its manifest declares, and the operator. */
export const brokerUsers = (services: readonly ServiceManifest[]): BrokerUser[] => [
  ...services.map(serviceUser),
  operator(),
];

function serviceUser(manifest: ServiceManifest): BrokerUser {
  const { name, answers, asks, tells } = manifest;
  const consumers = consumersOf(manifest);
  return {
    name,
    publish: [
      ...subjects([...asks, ...tells]),
      ...consumers.map((consumer) => `dead.${consumer.name}`),
      ...lookAtStreams(),
      ...agesOfQueues(consumers),
      ...consumers.flatMap(pulls),
    ],
    subscribe: [...subjects(answers), ...toolsOfTheBroker(name), inboxOf(name)],
    responds: true,
  };
}

const subjects = (declared: readonly { subject: string }[]): string[] =>
  declared.map(({ subject }) => subject).sort();

/** Whoever comes first makes the streams; who may change, empty or remove them is nobody that is known to the broker. */
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

const pull = (stream: string, consumer: string, filter: string): string[] => [
  `$JS.API.CONSUMER.CREATE.${stream}.${consumer}.${filter}`,
  `$JS.API.CONSUMER.INFO.${stream}.${consumer}`,
  `$JS.API.CONSUMER.MSG.NEXT.${stream}.${consumer}`,
  `$JS.ACK.${stream}.${consumer}.>`,
  // With the domain and the account before the stream, as newer servers write it.
  `$JS.ACK.*.*.${stream}.${consumer}.>`,
];

const toolsOfTheBroker = (service: string): string[] => [
  '$SRV.*',
  `$SRV.*.${service}`,
  `$SRV.*.${service}.*`,
];

const inboxOf = (user: string): string => `_INBOX.${user}.>`;

/** Looks at everything, lists dead letters and hands them back; neither asks nor tells in the name of a service. */
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
  ],
  subscribe: [inboxOf(OPERATOR)],
  responds: false,
});
