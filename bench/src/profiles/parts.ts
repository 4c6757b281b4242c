import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A CPU profile as V8 writes it. */
export interface CpuProfile {
  nodes: { id: number; callFrame: Frame; children?: number[] }[];
  samples: number[];
  /** Microseconds before each sample. */
  timeDeltas: number[];
}

interface Frame {
  functionName: string;
  url: string;
  /** Of the function, counted from 0. */
  lineNumber: number;
}

/** How long the process was busy, and with what, in microseconds. */
export interface Busy {
  recordedUs: number;
  busyUs: number;
  parts: Map<string, number>;
}

/** Sums up the time that was spent in each part of a program itself, not in what it called. */
export function busyOf({ nodes, samples, timeDeltas }: CpuProfile): Busy {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const partOf = (id: number | undefined): string => {
    const frame = id === undefined ? undefined : frames.get(id);
    if (!frame) return 'native';
    // A native function belongs to what calls it.
    return frame.functionName.startsWith('(') || frame.url !== ''
      ? partOfFrame(frame)
      : partOf(callers.get(id ?? 0));
  };
  const busy: Busy = { recordedUs: 0, busyUs: 0, parts: new Map() };
  for (const [index, id] of samples.entries()) {
    const us = timeDeltas[index] ?? 0;
    busy.recordedUs += us;
    const part = partOf(id);
    if (part === IDLE) continue;
    busy.busyUs += us;
    busy.parts.set(part, (busy.parts.get(part) ?? 0) + us);
  }
  return busy;
}

/** Not busy with the work. */
const IDLE = '(idle)';

const OF_NODE: readonly [RegExp, string][] = [
  // The profiler itself, as it begins and ends.
  [/^node:(internal\/)?(util\/)?inspector/, IDLE],
  [/^node:_?http|^node:internal\/http/, 'HTTP'],
  [/^node:(net|_?stream|_tls|tls|internal\/(stream|tls))/, 'sockets'],
  [/^node:(fs|internal\/fs)/, 'files'],
  [/^node:(crypto|internal\/crypto)/, 'hashes and ciphers'],
  [/^node:(child_process|internal\/child_process)/, 'messages between processes'],
];

function partOfFrame({ functionName, url, lineNumber }: Frame): string {
  if (functionName === '(garbage collector)') return 'garbage collection';
  if (functionName === '(program)' || functionName === '(root)') return 'native';
  if (functionName === IDLE) return IDLE;
  if (url.startsWith('node:')) return OF_NODE.find(([pattern]) => pattern.test(url))?.[1] ?? 'Node';
  return url.startsWith('file:')
    ? partOfModule(moduleAt(fileURLToPath(url.replace(/\?.*/, '')), lineNumber))
    : 'Node';
}

/** A package, a library, or a folder of a service. */
function partOfModule(module: string): string {
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module) ?? [];
  if (name !== undefined) return name;
  const [, own = module] = /((?:libs\/[^/]+|(?:apps|tools)\/[^/]+\/src\/[^/]+))/.exec(module) ?? [];
  return own.replace('/src/', '/');
}

/** A bundle names each module on the line before its code. */
const MODULE_LINE = /^\s*\/\/ ((?:node_modules|libs|apps|tools)\/.*)$/;
const modulesOf = new Map<string, string[]>();

function moduleAt(file: string, line: number): string {
  let modules = modulesOf.get(file);
  if (!modules) {
    let current = file;
    modules = readFileSync(file, 'utf8')
      .split('\n')
      .map((text) => (current = MODULE_LINE.exec(text)?.[1] ?? current));
    modulesOf.set(file, modules);
  }
  return modules[line] ?? file;
}
