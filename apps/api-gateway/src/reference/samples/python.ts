import { UPLOAD, argumentOf } from './client-call.ts';
import type { ClientCall } from './client-call.ts';
import { PYTHON, literal } from './literals.ts';
import { queryText } from './query-text.ts';
import type { SampleCall, Upload } from './sample-call.ts';

/** The sample with `estate_client` if it has the operation, else with the standard library. */
export const pythonSample = (call: SampleCall, clientCall: ClientCall | undefined): string =>
  clientCall ? withClient(call, clientCall) : withUrllib(call);

const begin = ({ upload }: SampleCall): string => `import os${upload ? IMPORT_PATH : ''}

from estate_client import Client

client = Client(os.environ["API"], os.environ["KEY"])
`;

const IMPORT_PATH = '\nfrom pathlib import Path';

const bytesOf = ({ name }: Upload): string => `Path(${PYTHON.text(name)}).read_bytes()`;

function withClient(call: SampleCall, { steps, result }: ClientCall): string {
  const calls = steps.map(
    ({ name, arguments: given }) => `${name}(${given.map((one) => argument(one, call)).join(', ')})`,
  );
  const expression = ['client', ...calls].join('.');
  const client = begin(call);
  if (result === 'each') return `${client}\nfor line in ${expression}:\n    print(line)\n`;
  if (result === 'page') return `${client}\npage = ${expression}\nprint(page.data)\n`;
  return `${client}\nresult = ${expression}\nprint(result)\n`;
}

/** An argument; the parameters of a query are keywords. */
function argument(name: string, call: SampleCall): string {
  if (name === UPLOAD && call.upload) return bytesOf(call.upload);
  if (name !== 'query') return literal(argumentOf(name, call), PYTHON);
  return Object.entries(call.query)
    .map(([key, value]) => `${key}=${literal(value, PYTHON)}`)
    .join(', ');
}

const VARIABLES = { 'API key': 'KEY', 'operator token': 'OPERATOR_TOKEN' };
const READS = { json: 'json.load(response)', text: 'response.read().decode()', file: 'response.read()' };

function withUrllib(call: SampleCall): string {
  const { method, path, query, headers, credential, answer } = call;
  const body = bodyOf(call);
  const sent = [
    ...(credential === undefined
      ? []
      : [`"Authorization": "Bearer " + os.environ["${VARIABLES[credential]}"]`]),
    ...Object.entries(headers).map(([name, value]) => PYTHON.entry(name, PYTHON.text(value))),
    ...(body ? [PYTHON.entry('Content-Type', PYTHON.text(body.type))] : []),
  ];
  const options = [
    `os.environ["API"] + ${PYTHON.text(`${path}${queryText(query)}`)}`,
    `method="${method}"`,
    ...(sent.length === 0 ? [] : [`headers={\n${sent.map((one) => `        ${one},\n`).join('')}    }`]),
    ...(body ? [`data=${body.data}`] : []),
  ];
  const isJson = answer === 'json' || call.body !== undefined;
  return `${isJson ? 'import json\n' : ''}import os${call.upload ? IMPORT_PATH : ''}
from urllib.request import Request, urlopen

request = Request(
${options.map((one) => `    ${one},\n`).join('')})
with urlopen(request) as response:
    print(${READS[answer]})
`;
}

function bodyOf({ body, upload }: SampleCall): { type: string; data: string } | undefined {
  if (upload) return { type: upload.mediaType, data: bytesOf(upload) };
  if (body === undefined) return undefined;
  return { type: 'application/json', data: `json.dumps(${literal(body, PYTHON, '    ')}).encode()` };
}
