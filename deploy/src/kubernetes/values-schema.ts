import type { ServiceName } from '@estate/manifests';
import { z } from 'zod';
import { MILLISECONDS, Values } from './values.ts';

type Schema = z.core.JSONSchema.JSONSchema;

const GRACE: Schema = {
  type: 'string',
  pattern: MILLISECONDS.source,
  description: 'Milliseconds for running work to finish; pods are killed ten seconds later.',
};

/** The JSON Schema of a values file. Settings of the given services must not be secrets. */
export function valuesSchema(
  services: readonly { name: ServiceName; secrets: readonly string[] }[] = [],
): Schema {
  const schema = z.toJSONSchema(Values, { io: 'input' });
  const settings = schema.properties?.['settings'] as Schema;
  const withoutSecrets = services.map(({ name, secrets }) => [
    name,
    {
      ...(settings.additionalProperties as Schema),
      properties: { SHUTDOWN_GRACE_MS: GRACE },
      propertyNames: { not: { enum: secrets } },
      description: `Variables of ${name} that are no secrets.`,
    },
  ]);
  if (services.length > 0) settings.properties = Object.fromEntries(withoutSecrets) as Record<string, Schema>;
  return schema;
}
