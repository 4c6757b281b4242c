import { REDRIVE, STREAM_NAMES, streamOf } from '@estate/messaging';
import type { Row } from '../../tools/checks/src/message-map-table.ts';
import { consumersOf } from './nats-consumers.ts';
import type { Consumer } from './nats-consumers.ts';
import { OPERATOR, SERVICES } from './services.ts';
import type { ServiceName } from './services.ts';

/** What a user of the broker may do; everything else is refused. */
export interface NatsUser {
  name: string;
  publish: readonly string[];
  subscribe: readonly string[];
  /** May answer once to whoever asks it. */
  responds: boolean;
}

/** Every service, as far as the contracts and its sources go, and the operator. */
export const natsUsers = (rows: readonly Row[]): NatsUser[] => [
  ...SERVICES.map((service) => serviceUser(service, rows)),
  operator(),
];

function serviceUser(service: ServiceName, rows: readonly Row[]): NatsUser {
  const consumers = consumersOf(service, rows);
  return {
    name: service,
    publish: [
      ...subjects(rows, ({ from }) => from.includes(service)),
      ...consumers.map(({ name }) => `dead.${name}`),
      ...lookAtStreams(),
      ...agesOfQueues(consumers),
      ...consumers.flatMap(pulls),
    ],
    subscribe: [
      ...subjects(rows, ({ kind, to }) => kind === 'ask' && to.includes(service)),
      ...toolsOfTheBroker(service),
      inboxOf(service),
    ],
    responds: true,
  };
}

const subjects = (rows: readonly Row[], wanted: (row: Row) => boolean): string[] =>
  rows.filter(wanted).map(({ subject }) => subject);

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

const toolsOfTheBroker = (service: ServiceName): string[] => [
  '$SRV.*',
  `$SRV.*.${service}`,
  `$SRV.*.${service}.*`,
];

const inboxOf = (user: string): string => `_INBOX.${user}.>`;

/** Looks at everything, lists dead letters and hands them back; neither asks nor tells in the name of a service. */
const operator = (): NatsUser => ({
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
