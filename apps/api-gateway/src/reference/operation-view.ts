import { fileTypesOf } from './documented.ts';
import type { DocumentedOperation, OpenApi, Parameter } from './documented.ts';
import { escaped, inline, prose } from '../edge/pages/html.ts';
import { LANGUAGES, samplesOf } from './samples/index.ts';
import type { ClientCalls } from './samples/client-call.ts';
import { nameOf, parameterView, schemaView } from './schema-view.ts';

/** The input for the views of all operations. */
export interface Shown {
  document: OpenApi;
  clientCalls: ClientCalls;
}

const TITLES: Record<Parameter['in'], string> = { path: 'Path', query: 'Query', header: 'Headers' };

/** One operation: its description and input next to its samples and its response. */
export function operationView(one: DocumentedOperation, shown: Shown): string {
  const { id, method, path, operation, parameters } = one;
  const body = operation.requestBody?.content['application/json'];
  return `<section class="operation" id="${id}" aria-labelledby="${id}-title" data-method="${method}" data-path="${path}">
<div class="text"><h3 id="${id}-title"><a href="#${id}">${inline(operation.summary)}</a></h3>
<p class="route"><span class="verb ${method.toLowerCase()}">${method}</span> <code>${path}</code></p>
<p class="needs">${accessOf(one)}</p>
${operation.description === undefined ? '' : prose(operation.description)}
${(['path', 'query', 'header'] as const).map((kind) => parametersView(kind, parameters)).join('')}
${body ? `<h4>Body</h4>${referenced(body.schema, shown)}` : fileView(fileTypesOf(operation))}
${answersView(one)}</div>
<div class="samples">${samplesView(one, shown)}${successExample(one)}</div>
${body ? `<template class="body">${escaped(pretty(body.example ?? {}))}</template>` : ''}</section>`;
}

export function accessOf({ credential, isForBrowsers }: DocumentedOperation): string {
  if (isForBrowsers) return 'A browser opens this URL. Programs do not call it.';
  return credential === undefined ? 'Requires no key.' : `Requires the ${credential}.`;
}

/** Headers of every operation, which are described once. */
export const GENERAL = new Set([
  'X-Request-Id',
  'Service-Version',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
]);

function parametersView(kind: Parameter['in'], all: readonly Parameter[]): string {
  const here = all.filter((one) => one.in === kind && !GENERAL.has(one.name));
  if (here.length === 0) return '';
  const marked = here.map(
    (one) =>
      `<data class="parameter" value="${escaped(one.name)}" data-in="${kind}" data-example="${escaped(String(one.example ?? ''))}"></data>`,
  );
  return `<h4>${TITLES[kind]}</h4><dl class="fields">${here.map(parameterView).join('')}</dl>${marked.join('')}`;
}

/** The view of a body that is a file. */
function fileView(types: readonly string[]): string {
  if (types.length === 0) return '';
  const names = types.map((type) => `<code>${escaped(type)}</code>`).join(', ');
  return `<h4>Body</h4><p>A file. <code>Content-Type</code> is one of ${names}.</p><data class="upload" value="${escaped(types.join(','))}"></data>`;
}

/** The view of a reference: the schema is shown in full elsewhere; here, only its fields, unless it is a choice of many. */
function referenced(schema: Parameters<typeof nameOf>[0], { document }: Shown): string {
  const name = nameOf(schema);
  const link = name === '' ? '' : `<p class="schema">Schema <a href="#schema-${name}">${name}</a></p>`;
  return `${link}${schemaView(document, schema)}`;
}

function answersView({ responses }: DocumentedOperation): string {
  const [status, success] = responses.find(([code]) => !/^[45]/.test(code)) ?? ['', undefined];
  const schema = Object.values(success?.content ?? {})[0]?.schema;
  const name = schema ? nameOf(schema.items ?? schema) : '';
  const types = Object.keys(success?.content ?? {}).filter((type) => type !== 'application/json');
  const what = [
    ...(name === '' ? [] : [`<a href="#schema-${name}">${name}</a>`]),
    ...types.map((type) => `<code>${escaped(type)}</code>`),
  ];
  const codes = responses.flatMap(([code, { 'x-codes': list = [] }]) =>
    list.map((one) => `<li><a href="/docs/errors/${one}"><code>${one}</code></a> ${code}</li>`),
  );
  return `<h4>Response</h4><p><strong>${status}</strong>${what.length > 0 ? ` ${what.join(', ')}` : ''}</p>
${codes.length > 0 ? `<details class="errors"><summary>${String(codes.length)} errors</summary><ul>${codes.join('')}</ul></details>` : ''}`;
}

function samplesView(one: DocumentedOperation, { clientCalls }: Shown): string {
  const samples = samplesOf(one, clientCalls);
  if (!samples) return '';
  return Object.entries(LANGUAGES)
    .map(
      ([language, label]) =>
        `<figure class="sample ${language}"><figcaption>${label}</figcaption><pre tabindex="0"><code data-syntax="${language}">${escaped(samples[language as keyof typeof LANGUAGES].trimEnd())}</code></pre></figure>`,
    )
    .join('');
}

function successExample({ responses }: DocumentedOperation): string {
  const [status, success] = responses.find(([code]) => code.startsWith('2')) ?? ['', undefined];
  const example = success?.content?.['application/json']?.example;
  if (example === undefined) return '';
  return `<figure class="answer"><figcaption>Response ${status}</figcaption><pre tabindex="0"><code data-syntax="json">${escaped(pretty(example))}</code></pre></figure>`;
}

export const pretty = (value: unknown): string => JSON.stringify(value, undefined, 2);
