export { run } from './run.ts';
export { startService } from './start-service.ts';
export type { RunningService, ServiceConfig } from './start-service.ts';
export type { Check, Closable, InternalHandler, Service, Wiring } from './service.ts';
