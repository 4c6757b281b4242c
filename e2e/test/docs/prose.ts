import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Links that lead nowhere and files that a page names but that do not exist. */
export function deadEndsOf(page: string, markdown: string, root: string): string[] {
  const prose = markdown.replace(/^(\s*)(`{3,}|~{3,})[\s\S]*?^\s*\2\s*$/gm, '');
  return [...deadLinks(page, prose, root), ...missingFiles(page, prose, root)];
}

function deadLinks(page: string, prose: string, root: string): string[] {
  const targets = [...prose.matchAll(/\]\(([^)\s]+)(?: "[^"]*")?\)/g)].map(([, target = '']) => target);
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? join(root, page) : join(root, dirname(page), path);
      if (!existsSync(file)) return true;
      return anchor !== undefined && statSync(file).isFile() && !anchorsOf(file).includes(anchor);
    })
    .map((target) => `${page}: the link to ${target} leads nowhere`);
}

/** As the usual viewers make them of headings. */
const anchorsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^#+ +(.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );

function missingFiles(page: string, prose: string, root: string): string[] {
  const named = [...prose.matchAll(/`((?:apps|libs|tools|clients|e2e|bench|docs|deploy)\/[^`\s]*)`/g)];
  return named
    .map(([, path = '']) => path)
    .filter((path) => !/[<*{]/.test(path) && !existsSync(join(root, path)))
    .map((path) => `${page}: there is no ${path}`);
}
