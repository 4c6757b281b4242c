export { apiClient, ApiRefusal } from './api-client.ts';
export type { ApiClient } from './api-client.ts';
export { DEMO_CONTACT, DEMO_FIELDS, demoAttachments } from './demo-data.ts';
export { acceptAsEndUser } from './demo-marketplace.ts';
export type { Replica } from './replicas.ts';
export { freePort } from './ports.ts';
export { requireAcceptedPackages } from './portal-verdicts.ts';
export { startStack } from './stack.ts';
export type { Stack, StackOptions } from './stack.ts';
