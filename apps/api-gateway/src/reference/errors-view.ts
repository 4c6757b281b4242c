import { STATUS_CODES } from 'node:http';
import {
  ERROR_CODES,
  FIELD_CODES,
  PARSING_FAILURE_MEANINGS,
  PROCESSING_FAILURE_MEANINGS,
  PUBLICATION_FAILURE_MEANINGS,
} from '@estate/contracts';
import { exampleOfError } from './openapi/errors.ts';
import type { DocumentedOperation } from './documented.ts';
import { escaped, inline, pageOf } from '../edge/pages/html.ts';

/** The meaning of a failure code and the remedy, in both languages of the dashboard. */
export type FailureTexts = Record<string, { en: string[]; de: string[] }>;

interface Code {
  code: string;
  meaning: string;
  /** The status of the response; absent for a failure of background work. */
  status?: number;
}

interface Kind {
  id: string;
  title: string;
  about: string;
  codes: Code[];
}

const listed = (meanings: Readonly<Record<string, string>>): Code[] =>
  Object.entries(meanings).map(([code, meaning]) => ({ code, meaning }));

/** The codes for customers, by where they occur. */
const KINDS: readonly Kind[] = [
  {
    id: 'responses',
    title: 'Error responses',
    about: '`code` of an error response.',
    codes: Object.entries(ERROR_CODES).flatMap(([status, meanings]) =>
      listed(meanings).map((one) => ({ ...one, status: Number(status) })),
    ),
  },
  { id: 'fields', title: 'Fields', about: '`code` of an entry of `details`.', codes: listed(FIELD_CODES) },
  {
    id: 'publications',
    title: 'Publications',
    about: '`failureCode` of `publication.failed` and of `lastError` of a listing.',
    codes: listed(PUBLICATION_FAILURE_MEANINGS),
  },
  {
    id: 'processing',
    title: 'Processing',
    about: '`failureCode` of `property.processing_failed`.',
    codes: listed(PROCESSING_FAILURE_MEANINGS),
  },
  {
    id: 'requests',
    title: 'Requests',
    about: '`failureCode` of `request.parsing_failed`.',
    codes: listed(PARSING_FAILURE_MEANINGS),
  },
];

const withTable = (head: readonly string[], rows: readonly string[]): string =>
  `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${head.map((one) => `<th scope="col">${one}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;

/** The page with all codes. */
export function errorsPage(): string {
  const sections = KINDS.map(({ id, title, about, codes }) => {
    const hasStatus = codes.some(({ status }) => status !== undefined);
    const rows = codes.map(
      ({ code, meaning, status }) =>
        `<tr>${hasStatus ? `<td>${String(status)}</td>` : ''}<td><a href="/docs/errors/${code}"><code>${code}</code></a></td><td>${inline(meaning)}</td></tr>`,
    );
    return `<h2 id="${id}">${title}</h2><p>${inline(about)}</p>${withTable([...(hasStatus ? ['Status'] : []), 'Code', 'Meaning'], rows)}`;
  });
  const body = `<h1>Error codes</h1><p>Codes are stable, so programs can rely on them. Texts may change.</p>${sections.join('')}`;
  return pageOf({
    title: 'Error codes',
    home: '/docs',
    body: `<main class="page" id="content" tabindex="-1">${body}</main>`,
  });
}

interface Known {
  /** The operations of customers and of operators, with the address of their pages. */
  pages: readonly { home: string; operations: readonly DocumentedOperation[] }[];
  failureTexts: FailureTexts;
}

/** The page of a code; undefined for an unknown one. */
export function errorPage(code: string, { pages, failureTexts }: Known): string | undefined {
  const found = KINDS.flatMap(({ id, title, about, codes }) =>
    codes.filter((one) => one.code === code).map((one) => ({ ...one, id, title, about })),
  );
  if (found.length === 0) return undefined;
  const parts = found.map(
    ({ id, title, about, meaning, status }) =>
      `<h2>${title}${status === undefined ? '' : `, status ${String(status)} ${STATUS_CODES[status] ?? ''}`}</h2><p>${inline(meaning)}</p><p>${inline(about)} <a href="/docs/errors#${id}">All codes of this kind</a></p>`,
  );
  const isFailure = found.some(({ status }) => status === undefined);
  const body = `<p><a href="/docs/errors">Error codes</a></p><h1><code>${code}</code></h1>${parts.join('')}${isFailure ? helpView(failureTexts[code]) : ''}${exampleView(found[0])}${answeredBy(code, pages)}`;
  return pageOf({
    title: `Error ${code}`,
    home: '/docs',
    body: `<main class="page" id="content" tabindex="-1">${body}</main>`,
  });
}

function helpView(texts: FailureTexts[string] | undefined): string {
  if (!texts) return '';
  const [, ...help] = texts.en;
  const [meaning, ...german] = texts.de;
  return `${help.length > 0 ? `<h2>What to do</h2><p>${inline(help.join(' '))}</p>` : ''}
<section lang="de" aria-labelledby="german"><h2 id="german">Auf Deutsch</h2><p>${inline(meaning ?? '')}.</p>${german.length > 0 ? `<p>${inline(german.join(' '))}</p>` : ''}</section>`;
}

function exampleView(found: (Code & { id: string }) | undefined): string {
  if (found?.status === undefined) return '';
  const example = exampleOfError(found.status, found.code);
  return `<h2>Example</h2><pre tabindex="0"><code data-syntax="json">${escaped(JSON.stringify(example, undefined, 2))}</code></pre>`;
}

function answeredBy(code: string, pages: Known['pages']): string {
  const links = pages.flatMap(({ home, operations }) =>
    operations
      .filter(({ responses }) => responses.some(([, one]) => one['x-codes']?.includes(code)))
      .map(
        ({ id, method, path, operation }) =>
          `<li><a href="${home}#${id}">${inline(operation.summary)}</a> <code>${method} ${path}</code></li>`,
      ),
  );
  if (links.length === 0) return '';
  return `<h2>Operations</h2><details${links.length > 12 ? '' : ' open'}><summary>${String(links.length)} operations can respond with this code</summary><ul>${links.join('')}</ul></details>`;
}
