import type { Operation, OperationParameter } from '@estate/cli';
import { camel, pascal } from './names.ts';
import { operationsTable } from './operations-table.ts';
import type { OpenApi } from './open-api.ts';

const GENERATED = `<?php

// Generated from the operations of the API. Do not change it: npx nx derive

declare(strict_types=1);
`;

/** The derived classes of the PHP client: one for each resource, and the client with all of them. */
export function phpFiles(api: OpenApi): { path: string; text: string }[] {
  const operations = operationsTable(api);
  const resources = [...new Set(operations.map(({ resource }) => resource))];
  return [
    { path: 'clients/php/src/Client.php', text: clientClass(resources) },
    ...resources.map((resource) => ({
      path: `clients/php/src/Resources/${pascal(resource)}.php`,
      text: resourceClass(
        resource,
        operations.filter((one) => one.resource === resource),
      ),
    })),
  ];
}

const clientClass = (resources: readonly string[]): string => `${GENERATED}
namespace Estate;

/** The API with one key: \`(new Client($baseUrl, $apiKey))->properties->create([...])\`. */
final class Client
{
${resources.map((one) => `    public readonly Resources\\${pascal(one)} $${camel(one)};`).join('\n')}

    /**
     * @param string $baseUrl address of the service
     * @param string $apiKey \`rek_live_…\`; keep it secret
     * @param float $timeoutSeconds time limit of one attempt
     * @param int $retries maximum number of retries after a transient failure
     * @param string|null $userAgent the name of your program, sent before that of the client
     */
    public function __construct(
        string $baseUrl,
        #[\\SensitiveParameter] string $apiKey,
        float $timeoutSeconds = 60.0,
        int $retries = 3,
        ?string $userAgent = null,
    ) {
        $names = [$userAgent, 'estate-client-php/' . Transport::VERSION, 'PHP/' . PHP_VERSION];
        $transport = new Transport($baseUrl, $apiKey, $timeoutSeconds, $retries, implode(' ', array_filter($names)));
${resources.map((one) => `        $this->${camel(one)} = new Resources\\${pascal(one)}($transport);`).join('\n')}
    }
}
`;

const resourceClass = (resource: string, operations: readonly Operation[]): string => `${GENERATED}
namespace Estate\\Resources;

use Estate\\Call;
use Estate\\Resource;

final class ${pascal(resource)} extends Resource
{
${operations.map(methodsOf).join('\n')}}
`;

/** The methods of an operation: a list has a second one, which reads all its pages, and a resource one that returns its ETag. */
function methodsOf(operation: Operation): string {
  const isList = operation.parameters.some(({ name }) => name === 'startAfter');
  const isResource = operation.verb === 'get' && operation.answer === 'json';
  return [
    methodOf(operation),
    ...(isList ? [pagesOf(operation)] : []),
    ...(isResource ? [etagOf(operation)] : []),
  ].join('\n');
}

const etagOf = (operation: Operation): string => `    /**
     * ${operation.summary}, with its ETag for \`$ifMatch\`.
     *
     * @return array{array<string, mixed>, string}
     */
    public function getWithEtag(${parametersOf(operation).join(', ')}): array
    {
        $response = $this->transport->send(new Call('GET', ${pathText(operation)}));
        return [$response->json(), $response->headers['etag'] ?? ''];
    }
`;

const within = ({ parameters }: Operation, place: OperationParameter['in']): OperationParameter[] =>
  parameters.filter((one) => one.in === place);

const RETURNED = { json: 'array', text: 'string', lines: 'string', file: 'string' } as const;

function methodOf(operation: Operation): string {
  const { method, verb, summary, answer } = operation;
  const value = answer === 'json' ? '$this->transport->json($call)' : '$this->transport->send($call)->body';
  const call = [`'${method}'`, pathText(operation), ...argumentsOfCall(operation)].join(', ');
  return `    /** ${summary}. */
    public function ${camel(verb)}(${parametersOf(operation).join(', ')}): ${RETURNED[answer]}
    {
        $call = new Call(${call});
        return ${value};
    }
`;
}

const pagesOf = (operation: Operation): string => `    /**
     * ${operation.summary}: all of them, with pages loaded as needed.
     *
     * @return \\Generator<int, array<string, mixed>>
     */
    public function all${operation.verb === 'list' ? '' : pascal(operation.verb)}(${parametersOf(operation).join(', ')}): \\Generator
    {
        return $this->pages(${pathText(operation)}, $query);
    }
`;

/** The parameters, required ones first, as PHP demands. */
function parametersOf(operation: Operation): string[] {
  const { body, file, method, isConditional } = operation;
  return [
    ...within(operation, 'path').map(({ name }) => `string $${name}`),
    ...within(operation, 'header').map(({ name }) => `string $${camel(name)}`),
    ...(body?.required === true ? ['array $input'] : []),
    ...(file ? ['string $content'] : []),
    ...(body?.required === false ? ['array $input = []'] : []),
    ...(within(operation, 'query').length > 0 ? ['array $query = []'] : []),
    ...(file ? ["string $mediaType = 'application/octet-stream'"] : []),
    ...(method === 'POST' ? ['?string $idempotencyKey = null'] : []),
    ...(isConditional === true ? ['?string $ifMatch = null'] : []),
  ];
}

function argumentsOfCall(operation: Operation): string[] {
  const { body, file, method, isConditional } = operation;
  const headers = within(operation, 'header').map(({ name }) => `'${name}' => $${camel(name)}`);
  return [
    ...(within(operation, 'query').length > 0 ? ['query: $query'] : []),
    ...(body ? ['body: $input'] : []),
    ...(file ? ['content: $content', 'mediaType: $mediaType'] : []),
    ...(method === 'POST' ? ['idempotencyKey: $idempotencyKey'] : []),
    ...(isConditional === true ? ['ifMatch: $ifMatch'] : []),
    ...(headers.length > 0 ? [`headers: [${headers.join(', ')}]`] : []),
  ];
}

/** The expression for a path: `'/listings/' . self::segment($id) . '/retry'`. */
const pathText = ({ path }: Operation): string =>
  path
    .split(/(\{\w+\})/)
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('{') ? `self::segment($${part.slice(1, -1)})` : `'${part}'`))
    .join(' . ');
