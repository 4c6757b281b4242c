import { LIFE_CYCLES } from '@estate/contracts';
import type { LifeCycle } from '@estate/contracts';
import { instance } from '@viz-js/viz';
import { operationsOf, resolved } from '../../src/reference/documented.ts';
import type { OpenApi, Schema } from '../../src/reference/documented.ts';
import type { Picture } from '../../src/reference/reference-view.ts';
import { nameOf } from '../../src/reference/schema-view.ts';

/** Boxes and arrows, of which every picture is made. */
interface Graph {
  title: string;
  /** The same in words. */
  text: string;
  nodes: { id: string; isStart: boolean }[];
  edges: { from: string; to: string; label: string }[];
}

/** The states of a resource. @throws Error if the table names a state without a way to it */
export function stateGraph({ resource, field, states, starts, meanings }: LifeCycle): Graph {
  const edges = states.flatMap((from) =>
    Object.entries(meanings[from]!.to).map(([to, label]) => ({ from, to, label: label ?? '' })),
  );
  const reached = new Set([...starts, ...edges.map(({ to }) => to)]);
  const lost = states.filter((state) => !reached.has(state));
  if (lost.length > 0) throw new Error(`nothing leads to ${lost.join(', ')} of ${resource}`);
  return {
    title: `\`${field}\` of ${resource}`,
    text: `${states.map((state) => `${state}: ${meanings[state]!.says}`).join(' ')} ${edges.map(({ from, to, label }) => `${from} to ${to}: ${label}.`).join(' ')}`,
    nodes: states.map((id) => ({ id, isStart: starts.includes(id) })),
    edges,
  };
}

/** The resources that have an address of their own, and the fields by which they name each other. */
export function dataModel(document: OpenApi): Graph {
  const byNoun = new Map<string, string>();
  const edges: Graph['edges'] = [];
  for (const { method, path, responses } of operationsOf(document)) {
    const nouns = [...path.matchAll(/\/([\w-]+)\/\{\w+\}/g)].map(([, name = '']) => singular(name));
    const schema = responses.find(([status]) => status === '200')?.[1].content?.['application/json']?.schema;
    const name = schema ? nameOf(schema) : '';
    if (method !== 'GET' || !path.endsWith('}') || name === '') continue;
    byNoun.set(nouns.at(-1) ?? '', name);
    const parent = byNoun.get(nouns.at(-2) ?? '');
    if (parent !== undefined) edges.push({ from: name, to: parent, label: 'part of' });
  }
  for (const name of byNoun.values()) {
    for (const field of fieldsOf(document, { $ref: `#/components/schemas/${name}` })) {
      const noun = /^(\w+?)Ids?$/.exec(field)?.[1] ?? '';
      const to = byNoun.get(noun);
      if (to !== undefined) edges.push({ from: name, to, label: field });
    }
  }
  const linked = new Set(edges.flatMap(({ from, to }) => [from, to]));
  return {
    title: 'Resources, and the fields by which they name each other',
    text: edges.map(({ from, to, label }) => `${from} names ${to} (${label}).`).join(' '),
    nodes: [...linked].map((id) => ({ id, isStart: false })),
    edges,
  };
}

const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/s$/, '');

function fieldsOf(document: OpenApi, schema: Schema): string[] {
  const { properties = {}, allOf = [], oneOf = [] } = resolved<Schema>(document, schema);
  const parts = [...allOf, ...oneOf.slice(0, 1)].flatMap((part) => fieldsOf(document, part));
  return [...new Set([...Object.keys(properties), ...parts])];
}

const quoted = (text: string): string => JSON.stringify(text);

const dotOf = ({ nodes, edges }: Graph): string =>
  [
    'digraph {',
    'graph [bgcolor=transparent, rankdir=LR, nodesep=0.5, ranksep=0.9, pad=0.1]',
    'node [shape=box, style="rounded,filled", fontname=Helvetica, fontsize=13, margin="0.16,0.09"]',
    'edge [fontname=Helvetica, fontsize=11, arrowsize=0.7]',
    ...nodes.map(({ id, isStart }) => `${quoted(id)} [penwidth=${isStart ? '2.5' : '1'}]`),
    ...edges.map(({ from, to, label }) => `${quoted(from)} -> ${quoted(to)} [label=${quoted(` ${label} `)}]`),
    '}',
  ].join('\n');

/** Without colours and comments: the page has the colours. */
export async function picturesOf(graphs: readonly Graph[]): Promise<Picture[]> {
  const viz = await instance();
  return graphs.map((graph) => {
    const svg = viz.renderString(dotOf(graph), { format: 'svg' });
    return {
      title: graph.title,
      text: graph.text,
      svg: svg
        .slice(svg.indexOf('<svg'))
        .replaceAll(/<!--[^]*?-->\s*|<title>[^<]*<\/title>\s*/g, '')
        .replaceAll(/ (?:fill|stroke|font-family)="(?!none)[^"]*"/g, '')
        .replaceAll(/ xmlns(?::\w+)?="[^"]*"/g, '')
        .replaceAll('\n', ''),
    };
  });
}

/** The page of docs with the same pictures for readers of the sources. */
export const docsPage = (document: OpenApi): string =>
  [
    '# Data model and states',
    '',
    'See how the resources of the API are connected, and which states they have. The [API reference](api.md#the-reference) shows the same pictures.',
    '',
    'The page is generated from the OpenAPI document and `libs/contracts/src/life-cycles.ts`; do not edit it.',
    '',
    '## Data model',
    '',
    'Every resource belongs to one account. An arrow leads from a resource to the resource that it references. Its label is the name of the field.',
    '',
    ...mermaid(
      'flowchart LR',
      dataModel(document).edges.map(({ from, to, label }) => `${from} -->|${label}| ${to}`),
    ),
    ...LIFE_CYCLES.flatMap((cycle) => {
      const { edges, title } = stateGraph(cycle);
      return [
        `## ${title.replaceAll('`', '')}`,
        '',
        ...mermaid('stateDiagram-v2', [
          ...cycle.starts.map((state) => `[*] --> ${state}`),
          ...edges.map(({ from, to, label }) => `${from} --> ${to}: ${label}`),
        ]),
        ...cycle.states.map((state) => `- \`${state}\`: ${cycle.meanings[state]!.says}`),
        '',
      ];
    }),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');

const mermaid = (kind: string, lines: readonly string[]): string[] => [
  '```mermaid no-run="a picture"',
  kind,
  ...lines.map((line) => `    ${line}`),
  '```',
  '',
];

/** The pictures of the reference, in their order. */
export const graphsOf = (document: OpenApi): Graph[] => [dataModel(document), ...LIFE_CYCLES.map(stateGraph)];
