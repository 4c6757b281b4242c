/** A fenced block of a page. */
export interface Block {
  /** Path of the page from the root of the project. */
  page: string;
  /** Of the line that opens it. */
  line: number;
  language: string;
  /** What follows the language: `no-run="needs Docker"`, `file="receiver.ts"`, `contract="EventEnvelope"`, `shows="201"`, `fails`, `run`. */
  marks: ReadonlyMap<string, string>;
  text: string;
}

/** `docs/quick-start.md:12`, as editors open it. */
export const placeOf = ({ page, line }: Block): string => `${page}:${String(line)}`;

const MARKS = new Set(['no-run', 'file', 'contract', 'shows', 'fails', 'run']);

/** Every fenced block of a page, in order. @throws Error about a fence that is never closed and a mark nobody knows */
export function blocksOf(page: string, markdown: string): Block[] {
  const blocks: Block[] = [];
  let open: { fence: string; indent: number; block: Block; lines: string[] } | undefined;
  for (const [index, line] of markdown.split('\n').entries()) {
    const [, indent = '', fence = '', info = ''] = /^(\s*)(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (!open) {
      if (fence === '') continue;
      const block = { page, line: index + 1, text: '', ...readInfo(info, `${page}:${String(index + 1)}`) };
      open = { fence, indent: indent.length, block, lines: [] };
    } else if (fence.startsWith(open.fence) && info.trim() === '') {
      blocks.push({ ...open.block, text: `${open.lines.join('\n')}\n` });
      open = undefined;
    } else {
      open.lines.push(line.slice(Math.min(open.indent, /^\s*/.exec(line)?.[0].length ?? 0)));
    }
  }
  if (open) throw new Error(`${placeOf(open.block)}: the block is never closed`);
  return blocks;
}

function readInfo(info: string, place: string): Pick<Block, 'language' | 'marks'> {
  const [, language = '', rest = ''] = /^\s*(\S*)(.*)$/.exec(info) ?? [];
  const marks = new Map<string, string>();
  for (const [, name = '', double, single] of rest.matchAll(/([\w-]+)(?:="([^"]*)"|='([^']*)')?/g)) {
    if (!MARKS.has(name)) throw new Error(`${place}: nobody knows the mark ${name}`);
    marks.set(name, double ?? single ?? '');
  }
  if (marks.get('no-run')?.trim() === '') throw new Error(`${place}: no-run needs a reason`);
  return { language, marks };
}
