export { apiClient, ApiRefusal } from './api-client.ts';
export type { ApiClient } from './api-client.ts';
export { acceptAsEndUser } from './demo-marketplace.ts';
export { playDemo } from './demo.ts';
export { localWorld } from './demo-world.ts';
export type { DemoWorld } from './demo-world.ts';
export type { Replica } from './replicas.ts';
export { startStack } from './stack.ts';
export type { Stack, StackOptions } from './stack.ts';
