import type { ListenAt, WebServer } from './web-server.ts';

export interface SimulatorOptions extends ListenAt {
  /** The folder that keeps objects and files over a restart. */
  directory: string;
  /** The rate limit of one application; default: what the platform documents. */
  callsAMinute?: number;
}

/** The file `simulator.ts` in the folder of a platform exports this. Its API is below `/restapi`, its pages at `/expose/{id}`. */
export interface Simulator {
  start(options: SimulatorOptions): Promise<WebServer>;
}
