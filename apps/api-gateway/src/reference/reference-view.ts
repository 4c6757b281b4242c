import { operationsOf } from './documented.ts';
import type { DocumentedOperation, OpenApi, Operation } from './documented.ts';
import { escaped, inline, pageOf, prose } from '../edge/pages/html.ts';
import { operationView, pretty } from './operation-view.ts';
import type { Shown } from './operation-view.ts';
import { LANGUAGES } from './samples/index.ts';
import { schemaView } from './schema-view.ts';

/** A picture of the states of a resource or of the data model; `text` is its description. */
export interface Picture {
  title: string;
  svg: string;
  text: string;
}

interface Reference extends Shown {
  pictures: readonly Picture[];
  home: '/docs' | '/docs/operator';
}

/** The page of a document: every operation with its samples, the webhooks, the states and the schemas. */
export function referencePage(reference: Reference): string {
  const { document, home } = reference;
  const groups = groupsOf(document);
  const events = Object.entries(document.webhooks ?? {});
  const sections = [
    introduction(reference),
    ...groups.map(({ name, about, operations }) => {
      const views = operations.map((one) => operationView(one, reference)).join('');
      return `<section class="group" aria-labelledby="group-${name}"><h2 id="group-${name}">${titleOf(name)}</h2>${prose(about)}${views}</section>`;
    }),
    ...(events.length > 0 ? [webhooksView(events, document)] : []),
    ...(reference.pictures.length > 0 ? [picturesView(reference)] : []),
    schemasView(document),
  ];
  return pageOf({
    title: document.info.title,
    home,
    tools: `<button type="button" class="menu" aria-expanded="false" aria-controls="contents" hidden>Contents</button>${languages()}
<label class="key" hidden>Key <input type="password" id="key" autocomplete="off" spellcheck="false" placeholder="${home === '/docs' ? 'rek_live_…' : 'operator token'}"></label>`,
    body: `<div class="columns">${contents(groups, events, reference)}<main id="content" tabindex="-1">${sections.join('\n')}</main></div>`,
  });
}

const titleOf = (tag: string): string => {
  const words = tag.replaceAll('-', ' ');
  return escaped(`${words.charAt(0).toUpperCase()}${words.slice(1)}`);
};

interface Group {
  name: string;
  about: string;
  operations: DocumentedOperation[];
}

const groupsOf = (document: OpenApi): Group[] => {
  const operations = operationsOf(document);
  return (document.tags ?? [])
    .map(({ name, description = '' }) => ({
      name,
      about: description,
      operations: operations.filter(({ tag }) => tag === name),
    }))
    .filter((group) => group.operations.length > 0);
};

const languages = (): string =>
  `<fieldset class="languages" hidden><legend>Language of the samples</legend>${Object.entries(LANGUAGES)
    .map(
      ([id, label]) =>
        `<label><input type="radio" name="language" value="${id}"${id === 'curl' ? ' checked' : ''}><span>${label}</span></label>`,
    )
    .join('')}</fieldset>`;

function contents(
  groups: readonly Group[],
  events: readonly [string, unknown][],
  { pictures }: Reference,
): string {
  const list = (title: string, links: readonly string[]) =>
    `<details open><summary>${title}</summary><ul>${links.map((link) => `<li>${link}</li>`).join('')}</ul></details>`;
  const operations = groups.map((group) =>
    list(
      titleOf(group.name),
      group.operations.map(
        ({ id, method, path, operation }) =>
          `<a href="#${id}" data-words="${escaped(`${id} ${method} ${path}`)}"><span>${inline(operation.summary)}</span> <span class="verb ${method.toLowerCase()}">${method}</span></a>`,
      ),
    ),
  );
  return `<nav class="contents" id="contents" aria-label="Contents"><search hidden><label for="search">Search</label><input type="search" id="search" placeholder="Operation, path, event, schema" autocomplete="off"><p id="found" role="status"></p></search>
<ul class="first"><li><a href="#introduction">Introduction</a></li>${pictures.length > 0 ? '<li><a href="#states">Data model and states</a></li>' : ''}<li><a href="#schemas">Schemas</a></li></ul>
${operations.join('')}${
    events.length > 0
      ? list(
          'Webhook events',
          events.map(
            ([name]) =>
              `<a href="#event-${name}" data-words="${name} webhook event"><span>${name}</span></a>`,
          ),
        )
      : ''
  }</nav>`;
}

const figure = (title: string, syntax: string, text: string): string =>
  `<figure><figcaption>${title}</figcaption><pre tabindex="0"><code data-syntax="${syntax}">${escaped(text)}</code></pre></figure>`;

function introduction({ document, home }: Reference): string {
  const [server] = document.servers ?? [];
  const address = server === undefined || server.url === '/' ? 'http://localhost:8080' : server.url;
  const isForOperators = home === '/docs/operator';
  const variable = isForOperators ? 'OPERATOR_TOKEN=…' : 'KEY=rek_live_…';
  const client = isForOperators
    ? ''
    : '<p>The samples in TypeScript use <code>@estate/client</code>, those in Python <code>estate_client</code>. Both retry, send an <code>Idempotency-Key</code> and raise errors with the codes of this page. PHP needs no library.</p>';
  return `<section class="operation" id="introduction"><div class="text"><h1>${escaped(document.info.title)}</h1>
${prose(document.info.description ?? '')}
<p>Version ${escaped(document.info.version)}. The same for programs: <a href="${isForOperators ? '/openapi/operator.json' : '/openapi.json'}">OpenAPI document</a>${isForOperators ? '' : ', <a href="/docs/reference.md">Markdown</a>'}. ${isForOperators ? '<a href="/docs">Reference for customers</a>.' : '<a href="/docs/operator">Reference for operators</a>.'}</p>
${client}<p>Every operation accepts <code>X-Request-Id</code> and <code>Service-Version</code>; every <code>POST</code> accepts <code>Idempotency-Key</code>; a resource has an <code>ETag</code> for <code>If-Match</code> and <code>If-None-Match</code>. An error has a <code>code</code>; <code>/docs/errors/&lt;code&gt;</code> explains it.</p></div>
<div class="samples">${figure('The samples read two variables', 'curl', `export API=${address}\nexport ${variable}`)}</div></section>`;
}

function webhooksView(events: readonly [string, { post: Operation }][], document: OpenApi): string {
  const views = events.map(([name, { post }]) => {
    const body = post.requestBody?.content['application/json'];
    return `<section class="operation" id="event-${name}" aria-labelledby="event-${name}-title"><div class="text"><h3 id="event-${name}-title"><a href="#event-${name}"><code>${name}</code></a></h3>
${prose(post.description ?? '')}${body ? schemaView(document, body.schema) : ''}</div>
<div class="samples">${body ? figure('Payload', 'json', pretty(body.example)) : ''}</div></section>`;
  });
  return `<section class="group" aria-labelledby="webhook-events"><h2 id="webhook-events">Webhook events</h2>
<p>A webhook receives each event as a signed <code>POST</code>. A response with a status of 2xx ends the delivery; everything else is retried up to eight times. The client libraries verify the signature.</p>${views.join('')}</section>`;
}

const picturesView = ({ pictures }: Reference): string =>
  `<section class="group" id="states" aria-labelledby="states-title"><h2 id="states-title">Data model and states</h2>${pictures
    .map(
      ({ title, svg, text }) =>
        `<figure class="picture"><figcaption>${inline(title)}</figcaption><div class="scroll" tabindex="0" role="img" aria-label="${escaped(text)}">${svg}</div><details><summary>As text</summary><p>${inline(text)}</p></details></figure>`,
    )
    .join('')}</section>`;

const schemasView = (document: OpenApi): string =>
  `<section class="group" aria-labelledby="schemas"><h2 id="schemas">Schemas</h2>${Object.entries(
    document.components?.['schemas'] ?? {},
  )
    .map(
      ([name, schema]) =>
        `<details class="schema" id="schema-${name}"><summary>${escaped(name)}</summary>${prose((schema as { description?: string }).description ?? '')}${schemaView(document, schema as object)}</details>`,
    )
    .join('')}</section>`;
