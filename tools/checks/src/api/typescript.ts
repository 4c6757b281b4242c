import { clientActions } from './client-actions.ts';
import type { Action, ContractType } from './client-actions.ts';
import { pascal } from './names.ts';
import type { OpenApi, Parameter } from './open-api.ts';

const GENERATED = '// Generated from the contracts of operations. Do not change it: npx nx derive\n';
/** The milliseconds that the client waits longer than the limit of the service. */
const MARGIN_MS = 10_000;
const SOURCES = 'libs/client/src';
/** The parameters of all lists, which `ListQuery` of the client describes. */
const OF_LISTS = ['limit', 'startAfter', 'order'];
/** The base classes of the client, and the types that they leave to subclasses. */
const BASES = {
  Resource: '<S extends Shapes> extends Resource<S>',
  Creatable:
    '<T extends object, I, Q extends ListQuery = ListQuery, C extends object = T> extends Creatable<T, I, Q, C>',
  Readable: '<T extends object, Q extends ListQuery = ListQuery> extends Readable<T, Q>',
  Calls: ' extends Calls',
};
type Base = keyof typeof BASES;

/** The methods of the TypeScript client that are derived from contracts, and their types. */
export function typescriptFiles(api: OpenApi): { path: string; text: string }[] {
  const actions = clientActions(api);
  return [
    { path: `${SOURCES}/action-types.ts`, text: typesModule(actions) },
    {
      path: `${SOURCES}/action-queries.ts`,
      text: `${GENERATED}import type { ListQuery } from './page.ts';

${queriesOf(actions)}`,
    },
    { path: `${SOURCES}/actions.ts`, text: classesModule(api, actions) },
  ];
}

const typesOf = ({ answer, input }: Action): ContractType[] => [answer, ...(input ? [input] : [])];
const namesIn = (actions: readonly Action[]): string[] =>
  [...new Set(actions.flatMap(typesOf).map(({ name }) => name))].sort();

function typesModule(actions: readonly Action[]): string {
  const sources = new Map(actions.flatMap(typesOf).map(({ name, source }) => [name, source]));
  const types = namesIn(actions).map((name) => `export type ${name} = ${sources.get(name) ?? ''};\n`);
  return `${GENERATED}import type * as contracts from '@estate/contracts';

type Contracts = typeof contracts;

${types.join('')}`;
}

function classesModule(api: OpenApi, actions: readonly Action[]): string {
  const byResource = [...Map.groupBy(actions, ({ resource }) => resource)];
  const bases = new Set(byResource.map(([resource]) => baseOf(api, resource)));
  const resources = (['Creatable', 'Readable', 'Resource'] as const).filter((one) => bases.has(one));
  const hasNested = actions.some(({ below }) => below.includes('{'));
  const classes = byResource.map(
    ([resource, own]) => `
/** Calls of \`/${resource}\`. */
export class ${pascal(resource)}Actions${BASES[baseOf(api, resource)]} {
${own.map((one) => methodOf(one)).join('\n')}}
`,
  );
  return `${GENERATED}${bases.has('Calls') ? "import { Calls } from './calls.ts';\n" : ''}import type { ${namesIn(actions).join(', ')} } from './contract-types.ts';
import type { ${[...ownQueries(actions).keys()].sort().join(', ')} } from './action-queries.ts';
import { List } from './page.ts';
import type { ListQuery } from './page.ts';
import { ${[...resources, ...(hasNested ? ['segment'] : [])].join(', ')} } from './resource.ts';
import type { Shapes } from './resource.ts';
import type { CallOptions } from './transport.ts';
${classes.join('')}`;
}

/** The base class with the usual calls of a resource. */
function baseOf({ paths }: OpenApi, resource: string): Base {
  const member = paths[`/${resource}/{id}`];
  if (member === undefined) return 'Calls';
  if ('put' in member) return 'Resource';
  const creates = paths[`/${resource}`]?.['post']?.requestBody?.content['application/json'];
  return creates === undefined ? 'Readable' : 'Creatable';
}

/** The query parameters that are not common to all lists, by the names of their types. */
function ownQueries(actions: readonly Action[]): Map<string, readonly Parameter[]> {
  const queries = new Map(actions.flatMap(({ query }) => (query ? [[query.name, query.parameters]] : [])));
  queries.delete('ListQuery');
  return queries;
}

function queriesOf(actions: readonly Action[]): string {
  return [...ownQueries(actions)]
    .map(([name, parameters]) => {
      const own = parameters.filter((one) => !OF_LISTS.includes(one.name));
      const base = own.length < parameters.length ? ' extends ListQuery' : '';
      return `export interface ${name}${base} {\n${own.map((one) => fieldOf(one)).join('')}}\n`;
    })
    .join('\n');
}

function fieldOf({ name, required, description, schema }: Parameter): string {
  const {
    minimum,
    maximum,
    default: usual,
  } = schema as {
    minimum?: number;
    maximum?: number;
    default?: string | number | boolean;
  };
  const limits = minimum === undefined || maximum === undefined ? [] : [`from ${minimum} to ${maximum}`];
  const byDefault = usual === undefined ? [] : [`by default ${String(usual)}`];
  const about = [description?.replace(/\.$/, '') ?? name, ...limits, ...byDefault].join(', ');
  const optional = required === true ? [':', ''] : ['?:', ' | undefined'];
  return `  /** ${about}. */\n  ${name}${optional.join(` ${typeOf(schema)}`)};\n`;
}

function typeOf({ type, enum: values }: Parameter['schema']): string {
  if (Array.isArray(values)) return values.map((value) => `'${String(value)}'`).join(' | ');
  return type === 'integer' || type === 'number' ? 'number' : type === 'boolean' ? 'boolean' : 'string';
}

function methodOf(action: Action): string {
  const { name, answer, isList, query, input, pathParameters } = action;
  const ids = pathParameters.map((one) => `${one}: string`);
  if (isList) {
    const types =
      query === undefined || query.name === 'ListQuery' ? answer.name : `${answer.name}, ${query.name}`;
    return `${aboutOf(action, [])}  ${name}(${ids.join(', ')}): List<${types}> {
    return new List(this.transport, ${pathText(action)});
  }
`;
  }
  const given = [
    ...ids,
    ...(input ? [input.isRequired ? `body: ${input.name}` : `body: ${input.name} = {}`] : []),
    ...(query
      ? [`query${query.parameters.some((one) => one.required === true) ? '' : '?'}: ${query.name}`]
      : []),
    'options?: CallOptions',
  ];
  const codes = action.errors.length === 0 ? '' : ` (${action.errors.join(', ')})`;
  return `${aboutOf(action, [`@throws ApiError${codes}, ConnectionError`])}  ${name}(${given.join(', ')}): Promise<${answer.name}> {
    return ${callOf(action)};
  }
`;
}

function aboutOf({ summary, description }: Action, further: readonly string[]): string {
  const text = [`${summary}.`, ...(description === undefined ? [] : [description.replaceAll(/\s+/g, ' ')])];
  return `  /**\n${[text.join(' '), ...further].map((line) => `   * ${line}\n`).join('')}   */\n`;
}

/** The expression for the rest of a path: \`resends/${segment(resendId)}\`. */
const belowText = ({ below }: Action): string =>
  below.includes('{')
    ? `\`${below.replaceAll(/\{(\w+)\}/g, (_all, name: string) => `\${segment(${name})}`)}\``
    : `'${below}'`;

/** A number with separators: `45_000`. */
const withGroups = (number: number): string => String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, '_');

const isOfAccount = ({ resource }: Action): boolean => resource === 'account';
const pathText = (action: Action): string => {
  if (isOfAccount(action)) return `'/account/${action.below}'`;
  return `this.pathOf(${action.pathParameters[0] ?? 'undefined'}, ${belowText(action)})`;
};

function callOf(action: Action): string {
  const { method, input, query, timeoutMs, pathParameters } = action;
  if (method === 'GET')
    return `this.read(${[pathText(action), 'options', ...(query ? ['query'] : [])].join(', ')})`;
  const [id] = pathParameters;
  const rest = [
    ...(input ? ['body'] : []),
    ...(query ? ['query'] : []),
    ...(timeoutMs === undefined ? [] : [`leastTimeoutMs: ${withGroups(timeoutMs + MARGIN_MS)}`]),
  ];
  const methods = method === 'POST' ? [] : [`method: '${method}'`];
  if (isOfAccount(action)) {
    if (method === 'PUT') return `this.put(${pathText(action)}, body, options)`;
    const order = [`method: '${method}'`, `path: ${pathText(action)}`, ...rest, 'options'];
    return `this.transport.json({ ${order.join(', ')} })`;
  }
  if (id !== undefined && rest.length + methods.length === 0)
    return `this.act(${id}, ${belowText(action)}, options)`;
  const order = [
    ...methods,
    ...(id === undefined ? [] : [id]),
    `action: ${belowText(action)}`,
    ...rest,
    'options',
  ];
  return `this.order({ ${order.join(', ')} })`;
}
