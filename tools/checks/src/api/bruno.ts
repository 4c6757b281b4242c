import lang from '@usebruno/lang';
import type { OpenApi } from './open-api.ts';
import { colons } from './postman.ts';
import { sampleRequests } from './sample-request.ts';
import type { SampleRequest, SampleValue } from './sample-request.ts';

export const BRUNO_FOLDER = 'clients/collections/bruno';

/** A collection of Bruno: a folder for each resource, with a file for each operation. */
export function brunoFiles(api: OpenApi): { path: string; text: string }[] {
  const file = (path: string, text: string) => ({
    path: `${BRUNO_FOLDER}/${path}`,
    text: `${text.trimEnd()}\n`,
  });
  const collection = { version: '1', name: api.info.title, type: 'collection', ignore: [] };
  const bearer = { token: '{{apiKey}}' };
  const variable = (name: string, value: string, secret: boolean) => ({ name, value, secret, enabled: true });
  return [
    file('bruno.json', JSON.stringify(collection)),
    file(
      'collection.bru',
      lang.jsonToCollectionBru({ auth: { mode: 'bearer', bearer }, docs: api.info.description }),
    ),
    file(
      'environments/local.bru',
      lang.envJsonToBruV2({
        variables: [variable('baseUrl', 'http://localhost:8080', false), variable('apiKey', '', true)],
      }),
    ),
    ...sampleRequests(api).map((one, index) =>
      file(`${one.resource}/${fileName(one.name)}.bru`, lang.jsonToBruV2(requestOf(one, index + 1))),
    ),
  ];
}

const fileName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')
    .replaceAll(/^-|-$/g, '');

function requestOf(one: SampleRequest, seq: number): Parameters<typeof lang.jsonToBruV2>[0] {
  const { name, docs, method, path, pathValues, query, headers, body, fileType } = one;
  const sent = query.filter(({ isSent }) => isSent).map(({ name: key, value }) => `${key}=${value}`);
  const kind = body === undefined ? (fileType === undefined ? 'none' : 'file') : 'json';
  return {
    meta: { name, type: 'http', seq },
    http: {
      method: method.toLowerCase(),
      url: `{{baseUrl}}${colons(path)}${sent.length > 0 ? `?${sent.join('&')}` : ''}`,
      ...{ body: kind, auth: 'inherit' },
    },
    params: [
      ...query.map((value) => ({ ...entryOf(value), type: 'query' as const })),
      ...pathValues.map((value) => ({ ...entryOf(value), type: 'path' as const })),
    ],
    headers: [
      ...headers.map(entryOf),
      ...(method === 'POST' ? [{ name: 'Idempotency-Key', value: '{{$guid}}', enabled: true }] : []),
    ],
    ...(body !== undefined && { body: { json: body } }),
    ...(fileType !== undefined && {
      body: { file: [{ filePath: '', contentType: fileType, selected: true }] },
    }),
    docs,
  };
}

const entryOf = ({ name, value, isSent }: SampleValue) => ({ name, value, enabled: isSent });
