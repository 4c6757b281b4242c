import type { BusManifest } from '@estate/contracts';
import type { OwnBus } from './bus.ts';
import { declaredBus } from './declared-bus.ts';
import { connectTransport } from './nats/nats-bus.ts';
import type { TransportConfig } from './nats/nats-bus.ts';

export interface BusConfig<M extends BusManifest> extends Omit<TransportConfig, 'service'> {
  /** The manifest; the bus refuses everything that it does not declare. */
  manifest: M;
}

/** Connects to the broker, waiting for it if necessary, and creates missing streams. */
export const connectBus = async <M extends BusManifest>({
  manifest,
  ...config
}: BusConfig<M>): Promise<OwnBus<M>> =>
  declaredBus(await connectTransport({ ...config, service: manifest.name }), manifest);
