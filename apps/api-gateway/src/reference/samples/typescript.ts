import { UPLOAD, argumentOf } from './client-call.ts';
import type { ClientCall } from './client-call.ts';
import { TYPESCRIPT, literal } from './literals.ts';
import { queryText } from './query-text.ts';
import type { SampleCall, Upload } from './sample-call.ts';

/** The sample with `@estate/client` if it has the operation, else with `fetch`. */
export const typescriptSample = (call: SampleCall, clientCall: ClientCall | undefined): string =>
  clientCall ? withClient(call, clientCall) : withFetch(call);

const IMPORT_FILE = "import { openAsBlob } from 'node:fs';\n";

/** The expression for a file that is read while it is sent, so that it need not fit into memory. */
const blobOf = ({ name, mediaType }: Upload): string =>
  `await openAsBlob(${TYPESCRIPT.text(name)}, { type: ${TYPESCRIPT.text(mediaType)} })`;

const begin = ({
  upload,
}: SampleCall): string => `${upload ? IMPORT_FILE : ''}import { Client } from '@estate/client';

const client = new Client({ baseUrl: process.env['API'] ?? '', apiKey: process.env['KEY'] ?? '' });
`;

function withClient(call: SampleCall, { steps, result }: ClientCall): string {
  const calls = steps.map(
    ({ name, arguments: given }) => `${name}(${given.map((one) => argument(one, call)).join(', ')})`,
  );
  const expression = ['client', ...calls].join('.');
  const client = begin(call);
  if (result === 'each')
    return `${client}\nfor await (const line of ${expression}) {\n  console.log(line);\n}\n`;
  if (result === 'page') return `${client}\nconst page = await ${expression};\nconsole.log(page.data);\n`;
  return `${client}\nconst result = await ${expression};\nconsole.log(result);\n`;
}

const argument = (name: string, call: SampleCall): string =>
  name === UPLOAD && call.upload ? blobOf(call.upload) : literal(argumentOf(name, call), TYPESCRIPT);

const VARIABLES = { 'API key': 'KEY', 'operator token': 'OPERATOR_TOKEN' };
const READS = { json: 'json', text: 'text', file: 'blob' };

function withFetch(call: SampleCall): string {
  const { method, path, query, headers, credential, answer } = call;
  const body = bodyOf(call);
  const sent = [
    ...(credential === undefined
      ? []
      : [`Authorization: \`Bearer \${process.env['${VARIABLES[credential]}'] ?? ''}\``]),
    ...Object.entries(headers).map((pair) => TYPESCRIPT.entry(pair[0], TYPESCRIPT.text(pair[1]))),
    ...(body ? [TYPESCRIPT.entry('Content-Type', TYPESCRIPT.text(body.type))] : []),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(sent.length === 0 ? [] : [`headers: {\n${sent.map((one) => `    ${one},\n`).join('')}  }`]),
    ...(body ? [`body: ${body.content}`] : []),
  ];
  return `${call.upload ? `${IMPORT_FILE}\n` : ''}const response = await fetch(\`\${process.env['API'] ?? ''}${path}${queryText(query)}\`, {
${options.map((one) => `  ${one},\n`).join('')}});
if (!response.ok) throw new Error(await response.text());
console.log(await response.${READS[answer]}());
`;
}

function bodyOf({ body, upload }: SampleCall): { type: string; content: string } | undefined {
  if (upload) return { type: upload.mediaType, content: blobOf(upload) };
  if (body === undefined) return undefined;
  return { type: 'application/json', content: `JSON.stringify(${literal(body, TYPESCRIPT, '  ')})` };
}
