import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LIFE_CYCLES } from '@estate/contracts';
import { marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { docsPage, graphsOf, picturesOf } from './pictures.ts';
import { documentFor } from './sample-calls.ts';

const ROOT = new URL('../../../../', import.meta.url);

/** Compares a file with what it is generated from. */
function expectGenerated(path: string, text: string): void {
  const file = fileURLToPath(new URL(path, ROOT));
  if (process.env['UPDATE_SNAPSHOTS'] === 'true') writeFileSync(file, text);
  expect(existsSync(file) ? readFileSync(file, 'utf8') : '').toBe(text);
}

/** The sections of the release notes that concern customers, with links that lead out of the page. */
async function changelog(): Promise<string> {
  const parts = readFileSync(new URL('docs/release-notes.md', ROOT), 'utf8').split(/^(?=##+ )/m);
  const own = parts.filter((part) => /^(?:## |### For customers|### Statuses)/.test(part));
  expect(own.filter((part) => part.startsWith('### For customers')).length).toBeGreaterThan(0);
  const text = ['# Changelog of the API\n', ...own]
    .join('\n')
    .replaceAll(/\[([^\]]+)\]\((?!https?:)[^)]*\)/g, '$1');
  const html = await marked.parse(text);
  return html
    .replaceAll('<table>', '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>');
}

describe('the generated parts of the reference; UPDATE_SNAPSHOTS=true writes them', () => {
  it('the pictures of the reference are those of the contracts and of the document', async () => {
    const pictures = await picturesOf(graphsOf(documentFor('customers')));
    expect(pictures).toHaveLength(LIFE_CYCLES.length + 1);
    for (const { svg } of pictures) expect(svg).not.toMatch(/style=|<script|#[0-9a-f]{6}/);
    expectGenerated(
      'apps/api-gateway/reference/pictures.json',
      `${JSON.stringify(pictures, undefined, 1)}\n`,
    );
  });

  it('the page of the data model is that of the contracts and of the document', () => {
    expectGenerated('docs/data-model.md', docsPage(documentFor('customers')));
  });

  it('the changelog of the API has what the release notes say to customers', async () => {
    expectGenerated('apps/api-gateway/reference/changelog.html', await changelog());
  });
});
