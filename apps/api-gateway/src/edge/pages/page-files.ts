import { escaped } from './html.ts';

/** A page in the build's list: its path in the router, and its additional scripts and styles. */
interface BuiltPage {
  path: string;
  files: string[];
}

/** Finds the additional files of a dashboard page by its path below the base. */
export type PageFiles = (path: string) => readonly string[];

/** Parses the build's list; a page with a fixed path takes precedence over one with a parameter. */
export function pageFiles(list: string): PageFiles {
  const pages = (JSON.parse(list) as BuiltPage[])
    .toSorted((one, other) => parameters(one) - parameters(other))
    .map(({ path, files }) => ({ files, segments: segmentsOf(path) }));
  return (path) => {
    const asked = segmentsOf(path);
    return pages.find(({ segments }) => isAt(segments, asked))?.files ?? [];
  };
}

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

const parameters = ({ path }: BuiltPage): number => path.split(':').length;

const isAt = (segments: readonly string[], asked: readonly string[]): boolean =>
  segments.length === asked.length &&
  segments.every((segment, index) => segment.startsWith(':') || segment === asked[index]);

/** Adds links that make the browser load the files at once instead of after the scripts that import them. */
export function withLinks(html: string, base: string, files: readonly string[]): string {
  const links = files.map((file) => `<link ${relationOf(file)} crossorigin href="${escaped(base + file)}">`);
  return html.replace('</head>', () => `${links.join('')}</head>`);
}

const relationOf = (file: string) => (file.endsWith('.css') ? 'rel="stylesheet"' : 'rel="modulepreload"');
