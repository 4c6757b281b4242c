import { operationsTable } from './operations-table.ts';
import { apiOperations } from './open-api.ts';
import type { OpenApi, Parameter } from './open-api.ts';

export interface SampleValue {
  name: string;
  value: string;
  /** False for an optional parameter, which is shown but not sent. */
  isSent: boolean;
  description: string;
}

/** A request for an operation with the examples of the document. */
export interface SampleRequest {
  resource: string;
  name: string;
  docs: string;
  method: string;
  path: string;
  pathValues: SampleValue[];
  query: SampleValue[];
  headers: SampleValue[];
  /** The body as JSON. */
  body?: string;
  /** The media type of a body that is a file. */
  fileType?: string;
}

const UNUSED = new Set(['X-Request-Id', 'Service-Version', 'If-None-Match', 'If-Match', 'Idempotency-Key']);

/** A request for each operation, in the order of the reference. */
export function sampleRequests(api: OpenApi): SampleRequest[] {
  const operations = apiOperations(api);
  return operationsTable(api).map(({ resource }, index) => {
    const { method, path, described, parameters } = operations[index] as (typeof operations)[number];
    const valuesIn = (place: Parameter['in']) =>
      parameters.filter(({ in: own, name }) => own === place && !UNUSED.has(name)).map(valueOf);
    const [mediaType, content] = Object.entries(described.requestBody?.content ?? {})[0] ?? [];
    const isFile = content?.schema.format === 'binary';
    return {
      resource,
      name: described.summary,
      docs: described.description ?? described.summary,
      ...{ method, path },
      ...{ pathValues: valuesIn('path'), query: valuesIn('query'), headers: valuesIn('header') },
      ...(isFile && mediaType !== undefined && { fileType: mediaType }),
      ...(content && !isFile && { body: JSON.stringify(content.example ?? {}, null, 2) }),
    };
  });
}

function valueOf({ name, required, description = '', example, schema }: Parameter): SampleValue {
  const value = (example ?? schema.example ?? schema.default ?? '') as string | number | boolean;
  return { name, value: String(value), isSent: required === true, description };
}
