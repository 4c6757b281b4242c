import type { ServiceName } from '@estate/manifests';
import { z } from 'zod';

interface PortRange {
  port: number;
  endPort?: number;
}

const memory = (description: string) =>
  z
    .string()
    .regex(/^\d+(Mi|Gi)$/)
    .describe(description);

/** The resources of a container. */
export const resourcesShape = z.strictObject({
  cpu: z
    .string()
    .regex(/^\d+m?$/)
    .describe('CPU request, for example 250m.'),
  memory: memory('Memory request.'),
  memoryLimit: memory('Memory limit.'),
});
export type Resources = z.output<typeof resourcesShape>;

/** The facts that a deployment needs about a service besides its manifest and the schema of its environment. */
export interface Facts extends Resources {
  /** The size of `/tmp` in a cluster. */
  temporarySize: string;
  /** True if compose keeps `/tmp` on disk, because a tmpfs is memory. */
  temporaryOnDisk: boolean;
  /** The ports for connections to public addresses; empty for none. */
  egressPorts: readonly PortRange[];
  /** PromQL for the seconds that the oldest work has been due. */
  oldestDue?: string;
}

const HIGH_PORTS = { port: 1024, endPort: 65_535 };
/** Ports for addresses that customers name. */
const WEB_PORTS = [{ port: 80 }, { port: 443 }, HIGH_PORTS];

const DEFAULTS: Facts = {
  cpu: '100m',
  memory: '256Mi',
  memoryLimit: '512Mi',
  temporarySize: '1Gi',
  temporaryOnDisk: false,
  egressPorts: [],
};

/** The differences from the defaults. */
const FACTS: Partial<Record<ServiceName, Partial<Facts>>> = {
  'api-gateway': { cpu: '200m', egressPorts: WEB_PORTS },
  catalog: {
    cpu: '250m',
    memory: '384Mi',
    // The service, up to four processes that read images, and one image of the largest size.
    memoryLimit: '1536Mi',
    temporarySize: '4Gi',
    temporaryOnDisk: true,
    egressPorts: WEB_PORTS,
  },
  distribution: {
    cpu: '250m',
    memory: '320Mi',
    memoryLimit: '768Mi',
    // The documents of feeds, FEED_BYTES by default, and pictures that are resized for their packages.
    temporarySize: '4Gi',
    temporaryOnDisk: true,
    // For FTP with its data connections, and marketplaces.
    egressPorts: [{ port: 21 }, { port: 990 }, ...WEB_PORTS],
    oldestDue: 'max(lane_oldest_open_due_seconds)',
  },
  importer: {
    cpu: '200m',
    // The service with 300 MB, the FTP server with FTP_MEMORY_MB, and IMPORT_CONCURRENCY processes with IMPORT_READ_MEMORY_MB each.
    memoryLimit: '1536Mi',
    // IMPORT_CONCURRENCY packages of IMPORT_MAX_BYTES, one more while it is exchanged, and FTP_SPOOL_BYTES.
    temporarySize: '8Gi',
    temporaryOnDisk: true,
    // For a byte store in S3.
    egressPorts: [{ port: 443 }],
  },
  inbox: {
    memoryLimit: '768Mi',
    temporaryOnDisk: true,
    // For mailboxes, and a byte store in S3.
    egressPorts: [{ port: 143 }, { port: 443 }, { port: 993 }],
  },
  notifier: {
    memory: '192Mi',
    // For receivers of webhooks, and the mail server.
    egressPorts: [{ port: 25 }, { port: 465 }, { port: 587 }, ...WEB_PORTS],
    oldestDue: 'max(webhook_oldest_due_seconds)',
  },
};

export const factsOf = (service: ServiceName): Facts => ({ ...DEFAULTS, ...FACTS[service] });
