import { fileTypesOf } from '../documented.ts';
import type { DocumentedOperation, Parameter } from '../documented.ts';

/** The call that the samples of an operation make, with the examples of the document. */
export interface SampleCall {
  operationId: string;
  method: string;
  /** As in the document, with `{id}`. */
  template: string;
  path: string;
  pathValues: Record<string, string>;
  query: Record<string, unknown>;
  /** Headers that the operation requires, for example a confirmation. */
  headers: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** The file that is the body, in the place of JSON; it is in the folder in which a sample runs. */
  upload?: Upload;
  credential: DocumentedOperation['credential'];
  answer: 'json' | 'text' | 'file';
}

export interface Upload {
  name: string;
  mediaType: string;
}

/** A page of a list is short in an example. */
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

/** The media type that the document names first says what the file of the samples is. */
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
