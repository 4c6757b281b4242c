/** One line of the routing table, as the OpenAPI document tells it. */
export interface ApiOperation {
  method: string;
  path: string;
  access: 'customer' | 'operator' | 'open';
  /** Query parameters that name a resource. */
  filters: string[];
  /** An example of the body. */
  body?: Record<string, unknown>;
  /** The media type of a body that is a file. */
  uploadType?: string | undefined;
  /** Fields of the body that name a resource. */
  references: string[];
}

interface Documented {
  security?: Record<string, unknown>[];
  parameters?: { in: string; name: string }[];
  requestBody?: { content: Record<string, { schema: Schema; example?: Record<string, unknown> }> };
}

interface Schema {
  $ref?: string;
  properties?: Record<string, unknown>;
  anyOf?: Schema[];
  example?: Record<string, unknown>;
}

/** Every operation of an OpenAPI document. */
export function operationsOf(document: Record<string, unknown>): ApiOperation[] {
  const paths = document['paths'] as Record<string, Record<string, Documented>>;
  const components = document['components'] as { schemas: Record<string, Schema> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, documented]) => {
      const json = documented.requestBody?.content['application/json'];
      const schema = json && resolved(json.schema, components.schemas);
      const body = json && (json.example ?? schema?.example ?? {});
      return {
        method: method.toUpperCase(),
        path,
        access: accessOf(documented),
        filters: (documented.parameters ?? [])
          .filter((parameter) => parameter.in === 'query' && parameter.name.endsWith('Id'))
          .map(({ name }) => name),
        ...(body && { body }),
        ...(uploadOf(documented) && { uploadType: uploadOf(documented) }),
        references: schema ? fieldsOf(schema, components.schemas).filter(isReference) : [],
      };
    }),
  );
}

const uploadOf = ({ requestBody }: Documented): string | undefined =>
  Object.keys(requestBody?.content ?? {}).find((type) => type !== 'application/json');

/** External ids are texts of the customer; they name nothing. */
const isReference = (name: string): boolean => name.endsWith('Id') && name !== 'externalId';

function accessOf({ security }: Documented): ApiOperation['access'] {
  if (security === undefined) return 'customer';
  return security.some((one) => 'operatorToken' in one) ? 'operator' : 'open';
}

const resolved = (schema: Schema, schemas: Record<string, Schema>): Schema =>
  schema.$ref === undefined ? schema : (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? schema);

const fieldsOf = (schema: Schema, schemas: Record<string, Schema>): string[] => [
  ...new Set([
    ...Object.keys(schema.properties ?? {}),
    ...(schema.anyOf ?? []).flatMap((one) => fieldsOf(resolved(one, schemas), schemas)),
  ]),
];
