export { backbone } from './backbone.ts';
export type { Backbone, BackboneConfig, OpenStores, ServiceStores, StoreContext } from './backbone.ts';
export { INTERNAL_PATHS } from './internal-server.ts';
export { run } from './run.ts';
export type { ServiceParts, Startable } from './serve.ts';
export { startService } from './start-service.ts';
export type { RunningService, ServiceConfig } from './start-service.ts';
export type { Check, Closable, InternalHandler, Service, Wiring } from './service.ts';
export { METRICS as RUNTIME_METRICS } from './metrics.ts';
