import { PHP, literal } from './literals.ts';
import { queryText } from './query-text.ts';
import type { SampleCall } from './sample-call.ts';

const VARIABLES = { 'API key': 'KEY', 'operator token': 'OPERATOR_TOKEN' };

/** The sample in PHP without a library. */
export function phpSample(call: SampleCall): string {
  const { method, path, query, headers, credential, answer } = call;
  const body = bodyOf(call);
  const sent = [
    ...(credential === undefined ? [] : [`'Authorization: Bearer ' . getenv('${VARIABLES[credential]}')`]),
    ...Object.entries(headers).map(([name, value]) => PHP.text(`${name}: ${value}`)),
    ...(body ? [PHP.text(`Content-Type: ${body.type}`)] : []),
    ...(method === 'POST' ? ["'Idempotency-Key: ' . bin2hex(random_bytes(16))"] : []),
  ];
  const options = [
    `'method' => '${method}'`,
    ...(sent.length === 0 ? [] : [`'header' => [\n${sent.map((one) => `        ${one},\n`).join('')}    ]`]),
    ...(body ? [`'content' => ${body.content}`] : []),
  ];
  return `<?php

$context = stream_context_create(['http' => [
${options.map((one) => `    ${one},\n`).join('')}]]);
$response = file_get_contents(getenv('API') . ${PHP.text(`${path}${queryText(query)}`)}, false, $context);
if ($response === false) {
    throw new RuntimeException('The call failed.');
}
${answer === 'json' ? 'print_r(json_decode($response, true));' : answer === 'file' ? "file_put_contents('file', $response);" : 'echo $response;'}
`;
}

function bodyOf({ body, upload }: SampleCall): { type: string; content: string } | undefined {
  if (upload) return { type: upload.mediaType, content: `file_get_contents(${PHP.text(upload.name)})` };
  if (body === undefined) return undefined;
  return { type: 'application/json', content: `json_encode(${literal(body, PHP, '    ')})` };
}
