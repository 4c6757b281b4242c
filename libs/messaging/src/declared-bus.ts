import { filterOf } from '@estate/contracts';
import type { Messages, OutputOf, BusManifest } from '@estate/contracts';
import { InvalidInput } from '@estate/errors';
import type { z } from 'zod';
import { driverOf, withDriver } from './bus.ts';
import type { Answer, AskOptions, Caller, Driver, OwnBus, Transport } from './bus.ts';
import type { Handler } from './handler.ts';
import type { OutgoingMessage } from './message.ts';

/** The bus for a service: it refuses what the manifest does not declare, and requires that what it declares is served. */
export function declaredBus<M extends BusManifest>(transport: Transport, manifest: M): OwnBus<M> {
  return withDriver(new DeclaredBus<M>(transport, manifest), declaredDriver(driverOf(transport), manifest));
}

class DeclaredBus<M extends BusManifest> implements OwnBus<M> {
  readonly #transport: Transport;
  readonly #manifest: BusManifest;
  readonly #asks: ReadonlySet<string>;
  readonly #tells: ReadonlySet<string>;

  constructor(transport: Transport, manifest: M) {
    this.#transport = transport;
    this.#manifest = manifest;
    this.#asks = new Set(manifest.asks.map(({ subject }) => subject));
    this.#tells = new Set(manifest.tells.map(({ subject }) => subject));
  }

  async ask<O extends M['asks'][number]>(
    operation: O,
    input: z.input<O['input']>,
    caller: Caller,
    options?: AskOptions,
  ): Promise<OutputOf<O>> {
    this.#require('asks', operation.subject);
    return this.#transport.ask(operation, input, caller, options);
  }

  async publish(message: OutgoingMessage): Promise<void> {
    // A stored message can be of a newer version of the service: no later attempt of this one can send it.
    const { subject } = message;
    if (!this.#tells.has(subject))
      throw new InvalidInput(undeclared(this.#manifest, 'tells', subject).message);
    await this.#transport.publish(message);
  }

  bury(message: OutgoingMessage, reason: string): Promise<void> {
    return driverOf(this.#transport).bury({ service: this.#manifest.name, message, reason });
  }

  wake<D extends M['tells'][number]>(definition: D, data: z.input<D['data']>): void {
    this.#require('tells', definition.subject);
    this.#transport.wake(definition, data);
  }

  ready(): boolean {
    return this.#transport.ready();
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  #require(list: keyof Messages, subject: string): void {
    const declared = list === 'asks' ? this.#asks : this.#tells;
    if (!declared.has(subject)) throw undeclared(this.#manifest, list, subject);
  }
}

const declaredDriver = (driver: Driver, manifest: BusManifest): Driver => ({
  ...driver,
  serve: async (host, answers) => {
    requireAnswers(manifest, answers);
    return driver.serve(host, answers);
  },
  consume: async (host, handlers) => {
    requireHandlers(manifest, handlers);
    return driver.consume(host, handlers);
  },
  erase: async (of, isErased) => {
    const declared = (manifest.erases ?? []).map((key) => `${manifest.name}-${key}`);
    if (!declared.includes(of.consumer)) throw undeclared(manifest, 'erases', of.consumer);
    return driver.erase(of, isErased);
  },
  walk: async (messages, visit) => {
    if (!manifest.reads?.includes(messages.filter)) throw undeclared(manifest, 'reads', messages.filter);
    return driver.walk(messages, visit);
  },
});

/** @throws Error unless exactly the declared operations are answered */
function requireAnswers(manifest: BusManifest, answers: readonly Answer[]): void {
  const served = answers.map(({ operation }) => operation.subject);
  const declared = manifest.answers.map(({ subject }) => subject);
  for (const subject of served) {
    if (!declared.includes(subject)) throw undeclared(manifest, 'answers', subject);
  }
  const missing = declared.filter((subject) => !served.includes(subject));
  if (missing.length > 0) throw unserved(manifest, 'answers', missing);
}

/** @throws Error unless exactly the declared consumers have handlers, each for the declared messages */
function requireHandlers(
  manifest: BusManifest,
  handlers: Readonly<Record<string, Pick<Handler, 'filter'>>>,
): void {
  for (const [key, { filter }] of Object.entries(handlers)) {
    const declared = manifest.handles[key];
    if (declared === undefined || filterOf(declared) !== filter) {
      throw undeclared(manifest, 'handles', `${key} (${filter})`);
    }
  }
  const missing = Object.keys(manifest.handles).filter((key) => !(key in handlers));
  if (missing.length > 0) throw unserved(manifest, 'handles', missing);
}

type List = 'asks' | 'tells' | 'answers' | 'handles' | 'erases' | 'reads';

const undeclared = ({ name }: BusManifest, list: List, what: string): Error =>
  new Error(
    `${name} ${list} ${what}, which its manifest does not declare. Add it to \`${list}\` in apps/${name}/src/manifest.ts, ` +
      'then run: npx nx derive',
  );

const unserved = ({ name }: BusManifest, list: List, what: readonly string[]): Error =>
  new Error(
    `The manifest of ${name} declares that it ${list} ${what.join(', ')}, but the service does not. ` +
      `Serve it, or remove it from \`${list}\` in apps/${name}/src/manifest.ts.`,
  );
