import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationsOf } from '../../src/reference/documented.ts';
import { startBareGateway } from '../matrix/start-bare-gateway.ts';
import type { BareGateway } from '../matrix/start-bare-gateway.ts';
import { documentFor } from './sample-calls.ts';

const PAGES = readdirSync(new URL('../../../../docs/', import.meta.url)).filter((name) =>
  name.endsWith('.md'),
);

let gateway: BareGateway;
const get = (path: string) => fetch(`http://127.0.0.1:${String(gateway.port)}${path}`);
const textOf = async (path: string): Promise<string> => (await get(path)).text();

beforeAll(async () => {
  gateway = await startBareGateway();
});
afterAll(() => gateway.close());

describe('the texts for assistants', () => {
  it('llms.txt says what the service is and links to every page, with a sentence about each', async () => {
    const response = await get('/llms.txt');
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const text = await response.text();
    expect(text).toMatch(/^# Real Estate Distribution Service\n\n> \S.{50,}\n/);
    const links = [...text.matchAll(/^- \[([^\]]+)\]\(([^)]+)\): (.+)$/gm)].map(
      ([, title, url = '', about]) => ({ title, url, about }),
    );
    expect(links.map(({ url }) => url)).toEqual([
      '/docs/reference.md',
      '/openapi.json',
      ...PAGES.map((name) => `/docs/guides/${name}`).sort(),
    ]);
    for (const { title, url, about } of links) {
      expect((await get(url)).status, url).toBe(200);
      expect([title, about], url).not.toContain(undefined);
      expect(about, url).toMatch(/^[^[\]]{10,}$/);
    }
  });

  it('the reference as Markdown has every operation with its sample, and every schema', async () => {
    const response = await get('/docs/reference.md');
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    const text = await response.text();
    const document = documentFor('customers');
    for (const { id, method, path, operation, isForBrowsers } of operationsOf(document)) {
      const [, own = ''] = text.split(`### ${operation.summary}\n`);
      expect(own, id).toMatch(
        new RegExp(`^\\n\`${method} ${path.replaceAll(/[{}]/g, '\\$&')}\`, operation \`${id}\``),
      );
      if (!isForBrowsers) expect(own.slice(0, own.indexOf('\n###'))).toContain('```sh\ncurl "$API');
    }
    for (const name of Object.keys(document.components?.['schemas'] ?? {}))
      expect(text).toContain(`\n### ${name}\n`);
    expect(text).toMatch(/### ContactInput\n[^#]*\n- `email` \(string \(email\), required\)/);
    expect(text).not.toMatch(/<\/?(code|a|p)\b|&(quot|amp|lt);|undefined|\[object/);
  });

  it('every guide is served as Markdown, and its links lead to pages of the service', async () => {
    const guides = await Promise.all(
      PAGES.map(async (name) => ({ name, text: await textOf(`/docs/guides/${name}`) })),
    );
    for (const { name, text } of guides) {
      expect(text, name).toMatch(/^# \S/);
      const prose = text.replaceAll(/^```.*?^```$/gms, '').replaceAll(/`[^`\n]*`/g, '');
      const targets = [...prose.matchAll(/\]\(([^()\s]+)\)/g)].map(([, target = '']) => target);
      const wrong = targets.filter(
        (target) =>
          !/^(https?:|#)/.test(target) &&
          !PAGES.some((page) => target.split('#')[0] === `/docs/guides/${page}`),
      );
      expect(wrong, name).toEqual([]);
    }
  });

  it('a guide that does not exist is answered with 404, also if its name leads to another file', async () => {
    for (const name of ['no.md', '..%2Fpackage.json', 'adr'])
      expect((await get(`/docs/guides/${name}`)).status, name).toBe(404);
  });
});
