import { escaped } from './html.ts';

/** A page of the dashboard as the build names it: its path in the router, and the scripts and styles that only it needs. */
interface BuiltPage {
  path: string;
  files: string[];
}

/** Finds the files that a page of the dashboard needs besides those that the HTML names, by the path below the base. */
export type PageFiles = (path: string) => readonly string[];

/** Reads the list that the build has made; a page that has a fixed path is found before one with a parameter in its place. */
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

/** The browser loads the files at once instead of after the scripts that import them. */
export function withLinks(html: string, base: string, files: readonly string[]): string {
  const links = files.map((file) => `<link ${relationOf(file)} crossorigin href="${escaped(base + file)}">`);
  return html.replace('</head>', () => `${links.join('')}</head>`);
}

const relationOf = (file: string) => (file.endsWith('.css') ? 'rel="stylesheet"' : 'rel="modulepreload"');
