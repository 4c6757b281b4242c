import type { BusManifest } from '@estate/contracts';
import type { OwnBus } from './bus.ts';
import { declaredBus } from './declared-bus.ts';
import { connectTransport } from './nats/nats-bus.ts';
import type { TransportConfig } from './nats/nats-bus.ts';

export interface BusConfig<M extends BusManifest> extends Omit<TransportConfig, 'service'> {
  /** The bus refuses everything that the manifest does not declare. */
  manifest: M;
}

/** Connects to the broker, waiting for it if need be, and makes sure that the streams exist. */
export const connectBus = async <M extends BusManifest>({
  manifest,
  ...config
}: BusConfig<M>): Promise<OwnBus<M>> =>
  declaredBus(await connectTransport({ ...config, service: manifest.name }), manifest);
