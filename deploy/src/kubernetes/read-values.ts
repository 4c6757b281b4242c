import { serviceNames } from '@estate/manifests';
import { z } from 'zod';
import {
  BROKER_SIZE,
  DATABASE_SIZE,
  DATABASE_SIZE_WITH_PHOTOS,
  STORE_TENTHS,
  hasPhotos,
  sizeFor,
} from './load-sizes.ts';
import { DATABASE_RESOURCES } from './mongodb.ts';
import { bytesOf, unlessEmpty } from './parts.ts';
import { WORKLOADS } from './pod-values.ts';
import type { WorkloadName } from './pod-values.ts';
import { graceSeconds } from './shutdown.ts';
import { Values } from './values.ts';
import type { Computed, Installed } from './values.ts';

/** Validates values from a file. @throws Error that names every mistake */
export function readValues(document: unknown): Values {
  const parsed = Values.safeParse(document);
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error));
  return { ...parsed.data, computed: computedOf(parsed.data) };
}

const CONNECTION_BYTES = 1024 ** 2;
const NO_LOAD = { properties: 0, publicationsPerHour: 0 };

function volumesOf({ storage, settings, load = NO_LOAD }: Installed): Computed['volumes'] {
  const isLarge = hasPhotos({ ...storage.bytes, ...settings.catalog });
  return {
    nats: storage.nats ?? sizeFor(load, BROKER_SIZE),
    mongodb: storage.mongodb ?? sizeFor(load, isLarge ? DATABASE_SIZE_WITH_PHOTOS : DATABASE_SIZE),
  };
}

const computedOf = (values: Installed): Computed => ({
  apiHost: new URL(values.hosts.publicUrl).hostname,
  volumes: volumesOf(values),
  storeBytes: Math.floor((bytesOf(volumesOf(values).nats) * STORE_TENTHS) / 10),
  databaseConnections: Math.floor(
    bytesOf((values.resources.mongodb ?? DATABASE_RESOURCES).memoryLimit) / CONNECTION_BYTES / 2,
  ),
  fallbackReplicas: Math.max(values.replicas.services.min, 3),
  graceSeconds: Object.fromEntries(
    serviceNames.map((name) => [name, graceSeconds(values.settings[name])]),
  ) as Computed['graceSeconds'],
  pods: Object.fromEntries(
    WORKLOADS.map((workload) => [workload, podsOf(workload, values)]),
  ) as Computed['pods'],
});

/** The pod settings of a workload; an empty field counts as absent. */
function podsOf(workload: WorkloadName, { pods, workloads }: Installed): Installed['pods'] {
  const own = workloads[workload];
  if (!own) return pods;
  const serviceAccount = { ...pods.serviceAccount, ...unlessEmpty(own.serviceAccount) };
  return { ...pods, ...unlessEmpty(own), serviceAccount };
}
