import type { ListenAt, WebServer } from './web-server.ts';

export interface SimulatorOptions extends ListenAt {
  /** The folder for objects and files, which survive a restart. */
  directory: string;
  /** The rate limit of one application; by default that in the platform's documentation. */
  callsAMinute?: number;
}

/** The export of `simulator.ts` in the folder of a platform. Its API is below `/restapi`, its pages at `/expose/{id}`. */
export interface Simulator {
  start(options: SimulatorOptions): Promise<WebServer>;
}
