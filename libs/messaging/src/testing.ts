/** For tests and measurements that act in the place of several services: a bus without a manifest. */
export type { Transport } from './bus.ts';
export { connectTransport } from './nats/nats-bus.ts';
