import { queryText } from './query-text.ts';
import type { SampleCall } from './sample-call.ts';

const TOKENS = { 'API key': '$KEY', 'operator token': '$OPERATOR_TOKEN' };

/** The sample for the command line. */
export function curlSample(call: SampleCall): string {
  const { method, path, query, headers, credential, answer } = call;
  const body = bodyOf(call);
  const implied = body.length === 0 ? 'GET' : 'POST';
  const options = [
    ...(method === implied ? [] : [`-X ${method}`]),
    ...(credential === undefined ? [] : [`-H "Authorization: Bearer ${TOKENS[credential]}"`]),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(method === 'POST' ? ['-H "Idempotency-Key: $(openssl rand -hex 16)"'] : []),
    ...body,
    ...(answer === 'file' ? ['-o file'] : []),
  ];
  return [`curl "$API${path}${queryText(query)}"`, ...options].join(' \\\n  ');
}

function bodyOf({ body, upload }: SampleCall): string[] {
  if (upload) return [`-H 'Content-Type: ${upload.mediaType}'`, `--data-binary @${upload.name}`];
  if (body === undefined) return [];
  return ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body, undefined, 2))}`];
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
