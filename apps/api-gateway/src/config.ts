import { z } from 'zod';
import { mongoEnv, natsEnv, secret, serviceEnv } from '@estate/config';

/** The environment of the gateway. */
export const GatewayConfig = z.object({
  ...serviceEnv,
  ...natsEnv,
  ...mongoEnv,
  MONGODB_DATABASE: z.string().default('api-gateway').meta({ description: 'Name of the database.' }),
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(8080)
    .meta({ description: 'Port of the public API.' }),
  HOST: z.string().default('127.0.0.1').meta({ description: 'Address the public port listens on.' }),
  PUBLIC_URL: z.url().optional().meta({ description: 'Address customers use, for links in answers.' }),
  OPERATOR_TOKEN: secret(16).meta({ description: 'Bearer token of the operator, at least 16 characters.' }),
  BODY_LIMIT_BYTES: z.coerce
    .number()
    .int()
    .min(1)
    .default(1_000_000)
    .meta({ description: 'Largest JSON body that is read.' }),
  ASK_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(1)
    .default(10_000)
    .meta({ description: 'How long a service may take to answer before the caller gets a 503.' }),
});
export type GatewayConfig = z.infer<typeof GatewayConfig>;
