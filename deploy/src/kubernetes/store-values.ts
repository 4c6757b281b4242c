import { z } from 'zod';

interface Store {
  what: string;
  port: number;
  address: z.ZodString;
}

const networksOf = (what: string, whose: string) =>
  z
    .array(z.union([z.cidrv4(), z.cidrv6()]))
    .min(1)
    .describe(`Networks of the ${what}. ${whose} may connect to them.`);
const portsOf = (what: string, port: number) =>
  z.array(z.int().min(1).max(65_535)).min(1).default([port]).describe(`Ports of the ${what}.`);

/** A store of the operator's own; the documents contain nothing of it. */
const store = ({ what, port, address }: Store) =>
  z
    .strictObject({
      external: z
        .strictObject({
          address,
          networks: networksOf(what, 'Services'),
          ports: portsOf(what, port),
        })
        .optional()
        .describe(`A ${what} of your own. Then there are no pods, volumes and policies of the included one.`),
    })
    .prefault({})
    .describe(`Where the ${what} is.`);

/** An external bucket for the archives of backups. */
export const backupStore = z.strictObject({
  address: z
    .string()
    .regex(/^s3:\/\/[^@]+$/)
    .describe(
      's3://bucket/prefix?endpoint=…&region=…&pathStyle=true. The Secret backup-secrets has BACKUP_STORE_ACCESS_KEY_ID and BACKUP_STORE_SECRET_ACCESS_KEY, unless the machines have credentials.',
    ),
  networks: networksOf('bucket', 'The backup'),
  ports: portsOf('bucket', 443),
});

export const database = store({
  what: 'database',
  port: 27_017,
  address: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\/[^@/?]+(\/?\?[^@]+)?$/)
    .describe(
      'Address without user and database, with all options: mongodb://one:27017,other:27017/?replicaSet=homes&tls=true. `make-secrets.ts --values` makes the addresses of the services from it.',
    ),
});

export const broker = store({
  what: 'broker',
  port: 4222,
  address: z
    .string()
    .regex(/^(nats|tls):\/\/[^@/,]+(,(nats|tls):\/\/[^@/,]+)*$/)
    .describe(
      'Addresses without user, separated by commas: tls://one:4222,tls://other:4222. With tls://, services refuse a broker that does not encrypt.',
    ),
});
