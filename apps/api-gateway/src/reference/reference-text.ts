import { fileTypesOf, operationsOf } from './documented.ts';
import type { DocumentedOperation, OpenApi, Parameter, Schema } from './documented.ts';
import { GENERAL, accessOf, pretty } from './operation-view.ts';
import { curlSample } from './samples/curl.ts';
import { sampleCallOf } from './samples/sample-call.ts';
import { fieldsOf, limitsOf, nameOf, typeOf } from './schema-view.ts';

/** The reference as Markdown: the same operations and schemas as on its page. */
export function referenceText(document: OpenApi): string {
  const operations = operationsOf(document);
  const groups = (document.tags ?? []).flatMap(({ name, description = '' }) => {
    const own = operations.filter(({ tag }) => tag === name);
    return own.length === 0
      ? []
      : [`## ${name}`, description, ...own.map((one) => operationText(document, one))];
  });
  const schemas = Object.entries(document.components?.['schemas'] ?? {}).map(([name, schema]) =>
    schemaText(document, name, schema as Schema),
  );
  const { title, version, description = '' } = document.info;
  return `${[`# ${title}`, `Version ${version}.`, description, ...groups, '## Schemas', ...schemas]
    .filter((part) => part !== '')
    .join('\n\n')}\n`;
}

function operationText(document: OpenApi, one: DocumentedOperation): string {
  const { id, method, path, operation, parameters } = one;
  const own = parameters.filter(({ name }) => !GENERAL.has(name));
  const files = fileTypesOf(operation);
  const body = operation.requestBody?.content['application/json'];
  return [
    `### ${operation.summary}`,
    `\`${method} ${path}\`, operation \`${id}\`. ${accessOf(one)}`,
    operation.description ?? '',
    list('Parameters', own.map(parameterText)),
    files.length > 0 ? `Body: a file, ${files.map((type) => `\`${type}\``).join(', ')}.` : '',
    body ? bodyText(document, body.schema) : '',
    answerText(one),
    one.isForBrowsers ? '' : fenced('sh', curlSample(sampleCallOf(one))),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const bodyText = (document: OpenApi, schema: Schema): string =>
  nameOf(schema) === ''
    ? list('Body', fieldTexts(document, schema))
    : `Body: ${nameOf(schema)}, see [schemas](#schemas).`;

function answerText({ responses }: DocumentedOperation): string {
  const codes = responses.flatMap(([status, { 'x-codes': own = [] }]) =>
    own.map((code) => `\`${code}\` (${status})`),
  );
  const [status, success] = responses.find(([code]) => !/^[45]/.test(code)) ?? [''];
  const content = Object.entries(success?.content ?? {});
  const types = content.map(([type, { schema }]) =>
    type === 'application/json' ? markdownOf(typeOf(schema)) : `\`${type}\``,
  );
  const example = content[0]?.[1].example;
  return [
    `Response ${status}${types.length > 0 ? `: ${types.join(', ')}` : ''}. Errors: ${codes.join(', ')}.`,
    ...(example === undefined ? [] : [fenced('json', pretty(example))]),
  ].join('\n\n');
}

function schemaText(document: OpenApi, name: string, schema: Schema): string {
  const shapes = schema.oneOf ?? schema.anyOf ?? [];
  const choice = shapes.map((one) => markdownOf(typeOf(one))).join(', ');
  return [
    `### ${name}`,
    schema.description ?? '',
    shapes.length > 0 ? `One of: ${choice}.` : '',
    list('', fieldTexts(document, schema)),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const fieldTexts = (document: OpenApi, schema: Schema): string[] =>
  fieldsOf(document, schema).map(({ path, schema: own, isRequired }) =>
    parameterText({
      ...{ name: path, schema: own, required: isRequired },
      ...(own.description !== undefined && { description: own.description }),
    }),
  );

type Described = Pick<Parameter, 'name' | 'schema' | 'required' | 'description'>;

function parameterText({ name, schema, required, description }: Described): string {
  const says = [
    ...(description === undefined ? [] : [description]),
    ...limitsOf(schema.items ?? schema).map(markdownOf),
  ];
  return `\`${name}\` (${markdownOf(typeOf(schema))}${required === true ? ', required' : ''})${says.length > 0 ? `: ${says.join(' ')}` : ''}`;
}

const list = (title: string, lines: readonly string[]): string =>
  lines.length === 0
    ? ''
    : `${title === '' ? '' : `${title}:\n\n`}${lines.map((line) => `- ${line.replaceAll('\n', ' ')}`).join('\n')}`;

const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** Converts the HTML for types and limits to Markdown. */
const markdownOf = (html: string): string =>
  html
    .replaceAll(/<\/?code>/g, '`')
    .replaceAll(/<[^<>]+>/g, '')
    .replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity);
