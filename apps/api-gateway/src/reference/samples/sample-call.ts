import { fileTypesOf } from '../documented.ts';
import type { DocumentedOperation, Parameter } from '../documented.ts';

/** The call in the samples of an operation, with the examples of the document. */
export interface SampleCall {
  operationId: string;
  method: string;
  /** The path of the document, with `{id}`. */
  template: string;
  path: string;
  pathValues: Record<string, string>;
  query: Record<string, unknown>;
  /** The required headers of the operation, for example a confirmation. */
  headers: Record<string, string>;
  /** The body, sent as JSON. */
  body?: unknown;
  /** The file that is sent as the body; it is in the folder in which a sample runs. */
  upload?: Upload;
  credential: DocumentedOperation['credential'];
  answer: 'json' | 'text' | 'file';
}

export interface Upload {
  name: string;
  mediaType: string;
}

/** The page size in an example of a list. */
const SAMPLE_LIMIT = 20;

/** @throws Error if a required parameter has no example */
export function sampleCallOf({
  id,
  method,
  path: template,
  operation,
  parameters,
  responses,
  credential,
}: DocumentedOperation): SampleCall {
  const required = (kind: Parameter['in']) =>
    parameters.filter((one) => one.in === kind && one.required === true).map((one) => valued(id, one));
  const pathValues = Object.fromEntries(required('path').map(([name, value]) => [name, String(value)]));
  const body = operation.requestBody?.content['application/json'];
  const [fileType] = fileTypesOf(operation);
  return {
    operationId: id,
    method,
    template,
    path: template.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
      encodeURIComponent(pathValues[name] ?? ''),
    ),
    pathValues,
    query: {
      ...Object.fromEntries(required('query')),
      ...(parameters.some(({ name }) => name === 'limit') && { limit: SAMPLE_LIMIT }),
    },
    headers: Object.fromEntries(required('header').map(([name, value]) => [name, String(value)])),
    ...(body && { body: body.example ?? {} }),
    ...(fileType !== undefined && { upload: uploadOf(fileType) }),
    credential,
    answer: answerOf(responses),
  };
}

/** The file of the samples, by the first media type of the document. */
function uploadOf(mediaType: string): Upload {
  const [kind, extension = ''] = mediaType.split('/');
  return { name: `${kind === 'image' ? 'photo' : 'package'}.${extension}`, mediaType };
}

function valued(id: string, { name, example, schema }: Parameter): [string, unknown] {
  const value = example ?? schema.example;
  if (value === undefined) throw new Error(`the parameter ${name} of ${id} needs an example`);
  return [name, value];
}

function answerOf(responses: DocumentedOperation['responses']): SampleCall['answer'] {
  const [, success] = responses.find(([status]) => status.startsWith('2')) ?? [];
  const types = Object.keys(success?.content ?? {});
  if (types[0] === 'application/json') return 'json';
  return types.some((type) => type.startsWith('image/')) ? 'file' : 'text';
}
