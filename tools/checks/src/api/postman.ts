import type { OpenApi } from './open-api.ts';
import { sampleRequests } from './sample-request.ts';
import type { SampleRequest, SampleValue } from './sample-request.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** A collection of Postman: a folder for each resource, with a request for each operation. */
export function postmanCollection(api: OpenApi) {
  const requests = sampleRequests(api);
  const resources = [...new Set(requests.map(({ resource }) => resource))];
  return {
    info: { name: api.info.title, description: api.info.description, schema: SCHEMA },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: 'http://localhost:8080' },
      { key: 'apiKey', value: '' },
    ],
    item: resources.map((resource) => ({
      name: resource,
      item: requests.filter((one) => one.resource === resource).map(itemOf),
    })),
  };
}

const itemOf = ({ name, docs, method, path, pathValues, query, headers, ...content }: SampleRequest) => ({
  name,
  request: {
    method,
    description: docs,
    header: [
      ...headers.map(entryOf),
      ...(content.body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
      ...(content.fileType === undefined ? [] : [{ key: 'Content-Type', value: content.fileType }]),
      ...(method === 'POST' ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : []),
    ],
    url: {
      raw: `{{baseUrl}}${colons(path)}`,
      host: ['{{baseUrl}}'],
      path: colons(path).split('/').slice(1),
      query: query.map(entryOf),
      variable: pathValues.map(({ name: key, value, description }) => ({ key, value, description })),
    },
    ...(content.body !== undefined && {
      body: { mode: 'raw', raw: content.body, options: { raw: { language: 'json' } } },
    }),
    ...(content.fileType !== undefined && { body: { mode: 'file', file: {} } }),
  },
});

const entryOf = ({ name, value, isSent, description }: SampleValue) => ({
  ...{ key: name, value, description },
  ...(!isSent && { disabled: true }),
});

/** The path in the syntax of collections: `/listings/:id` for `/listings/{id}`. */
export const colons = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');
