import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asset } from '../assets.ts';

export const GUIDES_PATH = '/docs/guides';

/** The folder of the guides; the bundle has a copy of the project's pages. */
const FOLDER = [asset('guides/'), asset('../../docs/')]
  .map((url) => fileURLToPath(url))
  .find((one) => existsSync(one));

export interface Guide {
  name: string;
  title: string;
  /** The first paragraph, in one line. */
  about: string;
}

/** The file names, such as `webhooks.md`. */
export const guideNames = (): string[] =>
  FOLDER === undefined
    ? []
    : readdirSync(FOLDER)
        .filter((name) => name.endsWith('.md'))
        .sort();

export const guides = (): Guide[] =>
  guideNames().map((name) => {
    const [, title = name, about = ''] = /^# (.+)\n\n((?:.+\n)+)/.exec(guideText(name)) ?? [];
    return { name, title, about: withoutLinks(about).trim().replaceAll(/\s+/g, ' ') };
  });

const LINK = /!?\[((?:[^[\]]|\[[^[\]]{0,200}\]){1,300})\]\(([^()\s]{1,300})\)/g;

const withoutLinks = (text: string): string => text.replaceAll(LINK, '$1');

/** A page with links to other pages of the service; of links to files of the project, only the text remains. */
export function guideText(name: string): string {
  const text = readFileSync(join(FOLDER ?? '', name), 'utf8').replace(/^<!--.*?-->\s*/s, '');
  const names = guideNames();
  return text.replaceAll(LINK, (link: string, label: string, target: string) => {
    if (/^(https?:|#)/.test(target)) return link;
    const [file = '', part] = target.split('#');
    return names.includes(file) && !link.startsWith('!')
      ? `[${label}](${GUIDES_PATH}/${file}${part === undefined ? '' : `#${part}`})`
      : withoutLinks(label);
  });
}
