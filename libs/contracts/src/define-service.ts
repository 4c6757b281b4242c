import type { MetricDefinition } from './define-metrics.ts';
import type { MessageDefinition } from './define-message.ts';
import type { Operation } from './define-operation.ts';

/** Subjects below a prefix: `event.>`. */
export type Filter = `${string}.>`;

/** The messages that a service may send on the bus. */
export interface Messages {
  readonly asks: readonly Operation[];
  readonly tells: readonly MessageDefinition[];
}

/** The messages that a service sends and receives. */
export interface BusManifest extends Messages {
  /** The name of the service, also of its database and of its user at the broker and the database. */
  readonly name: string;
  readonly answers: readonly Operation[];
  /** The consumed messages, by the name of the consumer. */
  readonly handles: Readonly<Record<string, MessageDefinition | Filter>>;
  /** The consumers whose messages it may delete from the broker, by their names in `handles`. */
  readonly erases?: readonly string[];
  /** The messages that it reads from the broker's streams. */
  readonly reads?: readonly Filter[];
}

/** The description of a service for other services, the broker, the deployment and the operator. */
export interface ServiceManifest extends BusManifest {
  /**
   * `sealed`: it stores secrets, which `VAULT_KEYS` encrypts. `queue`: some of its documents are work with a due time. `bytes`: the bucket
   * of its bytes in the store that `BYTE_STORE` names. Every database and every byte store is backed up.
   */
  readonly database: {
    readonly sealed: boolean;
    readonly queue: boolean;
    readonly bytes?: string;
  };
  /** The ports in production. */
  readonly ports: {
    readonly internal: number;
    readonly http?: number;
    readonly smtp?: number;
    readonly ftp?: number;
  };
  /** Metrics of the service itself, besides those of the libraries. */
  readonly metrics: Readonly<Record<string, MetricDefinition>>;
}

/** A manifest as typed data. @throws Error for a contradiction within it */
export function defineService<const M extends ServiceManifest>(manifest: M): M {
  const { name, answers, asks, tells, handles } = manifest;
  const problems = [
    ...duplicates([...answers, ...asks, ...tells].map(({ subject }) => subject)).map(
      (subject) => `declares ${subject} twice`,
    ),
    ...answers.filter(({ subject }) => ownerOf(subject) !== name).map(({ subject }) => `answers ${subject}`),
    ...tells
      .filter(({ kind, subject }) => kind !== 'event' && ownerOf(subject) !== name)
      .map(({ subject }) => `tells ${subject}`),
    ...Object.keys(handles)
      .filter((key) => !CONSUMER.test(key))
      .map((key) => `names a consumer ${key}, which is not on-<message> in kebab-case`),
    ...(manifest.erases ?? [])
      .filter((key) => !(key in handles))
      .map((key) => `erases ${key}, which it does not handle`),
  ];
  if (problems.length > 0) throw new Error(`The manifest of ${name} is wrong: it ${problems.join('; it ')}.`);
  return manifest;
}

/** The subject or filter of a consumer, as a type. */
export type FilterOf<H> = H extends MessageDefinition ? H['subject'] : H;

/** The subject or filter of a consumer. */
export const filterOf = (handled: MessageDefinition | Filter): string =>
  typeof handled === 'string' ? handled : handled.subject;

const CONSUMER = /^on-[a-z]+(-[a-z]+)*$/;

/** The service in a subject: `catalog` for `fact.catalog.property.changed.v1`. */
const ownerOf = (subject: string): string | undefined => subject.split('.')[1];

const duplicates = (subjects: readonly string[]): string[] =>
  subjects.filter((subject, index) => subjects.indexOf(subject) !== index);
