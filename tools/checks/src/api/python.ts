import * as contracts from '@estate/contracts';
import { apiOperations } from './open-api.ts';
import type { ApiOperation, OpenApi, Schema } from './open-api.ts';
import { pascal } from './names.ts';
import { operationsTable } from './operations-table.ts';

/** Methods whose arguments differ from the fields of the body. */
const WRITTEN_BY_HAND = ['previewImportSource', 'testWebhook'];
/** The seconds that the client waits longer than the limit of the service. */
const MARGIN_SECONDS = 5;

const HEAD = `"""Calls that do something with one resource.

Generated from the operations of the API. Do not change it: npx nx derive
"""

from __future__ import annotations

from typing import Optional, cast

from . import types
from .resources import Calls
`;

interface Action {
  resource: string;
  name: string;
  text: string;
}

/** The methods of the Python client that need only an id and a body. */
export function pythonActions(api: OpenApi): string {
  const table = operationsTable(api);
  const actions = apiOperations(api).flatMap((one): Action[] => {
    const { resource = '', verb = '' } = table.find(({ id }) => id === one.described.operationId) ?? {};
    const text = methodOf(one, snake(verb));
    return text === undefined ? [] : [{ resource, name: verb, text }];
  });
  const classes = [...Map.groupBy(actions, ({ resource }) => resource)].map(
    ([resource, own]) =>
      `\n\nclass ${pascal(resource)}Actions(Calls):\n${own.map(({ text }) => text).join('\n')}`,
  );
  return `${HEAD}${classes.join('')}`;
}

const snake = (name: string): string => name.replaceAll('-', '_');

/** The method of an operation; undefined for every call that is not a POST below one resource. */
function methodOf({ method, path, described }: ApiOperation, name: string): string | undefined {
  const { operationId, requestBody, summary } = described;
  const [, action] = /^\/[a-z-]+\/\{id\}\/([a-z-]+)$/.exec(path) ?? [];
  const answer = typeOf(jsonOf(described));
  if (method !== 'POST' || action === undefined || answer === undefined) return undefined;
  if (WRITTEN_BY_HAND.includes(operationId)) return undefined;
  const { parameters, body } = inputOf(requestBody);
  const call = [`"POST", id, "${action}"`, ...body, ...timeoutOf(operationId)];
  return `    def ${name}(${['self', 'id: str', ...parameters].join(', ')}) -> ${answer}:
        """${summary}."""
        return cast(${answer}, self._call(${call.join(', ')}))
`;
}

function inputOf(requestBody: ApiOperation['described']['requestBody']): {
  parameters: string[];
  body: string[];
} {
  const input = typeOf(requestBody?.content['application/json']?.schema);
  if (input === undefined) return { parameters: [], body: [] };
  if (requestBody?.required === true) return { parameters: [`input: ${input}`], body: ['body=input'] };
  return { parameters: [`input: Optional[${input}] = None`], body: ['body=input or {}'] };
}

function jsonOf({ responses }: ApiOperation['described']): Schema | undefined {
  const [, response] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const content = (response as { content?: Record<string, { schema?: Schema }> } | undefined)?.content;
  return content?.['application/json']?.schema;
}

const typeOf = (schema: Schema | undefined): string | undefined =>
  schema?.$ref === undefined ? undefined : `types.${schema.$ref.split('/').at(-1) ?? ''}`;

/** The timeout of an operation that takes longer than others. */
function timeoutOf(operationId: string): string[] {
  const { timeoutMs } =
    (contracts as unknown as Record<string, { timeoutMs?: number } | undefined>)[operationId] ?? {};
  if (timeoutMs === undefined) return [];
  return [`least_timeout_seconds=${(timeoutMs / 1000 + MARGIN_SECONDS).toFixed(1)}`];
}
