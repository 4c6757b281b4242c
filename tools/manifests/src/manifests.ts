import type { ServiceManifest } from '@estate/contracts';
import { MANIFESTS } from './services.ts';

export type ServiceName = (typeof MANIFESTS)[number]['name'];

/** The manifest of every service, by name. */
export const manifests: readonly (ServiceManifest & { readonly name: ServiceName })[] = MANIFESTS;

/** The names of all services, sorted. */
export const serviceNames: readonly ServiceName[] = manifests.map(({ name }) => name);
