/** A bus without a manifest, for tests and measurements that stand in for several services. */
export type { Transport } from './bus.ts';
export { connectTransport } from './nats/nats-bus.ts';
