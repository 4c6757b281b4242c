<?php

// Generated from the operations of the API. Do not change it: npx nx derive

declare(strict_types=1);

namespace Estate\Resources;

use Estate\Call;
use Estate\Resource;

final class Jobs extends Resource
{
    /** Create a job. */
    public function create(array $input, ?string $idempotencyKey = null): array
    {
        $call = new Call('POST', '/jobs', body: $input, idempotencyKey: $idempotencyKey);
        return $this->transport->json($call);
    }

    /** List jobs. */
    public function list(array $query = []): array
    {
        $call = new Call('GET', '/jobs', query: $query);
        return $this->transport->json($call);
    }

    /**
     * List jobs: all of them, with pages loaded as needed.
     *
     * @return \Generator<int, array<string, mixed>>
     */
    public function all(array $query = []): \Generator
    {
        return $this->pages('/jobs', $query);
    }

    /** Get a job. */
    public function get(string $id): array
    {
        $call = new Call('GET', '/jobs/' . self::segment($id));
        return $this->transport->json($call);
    }

    /**
     * Get a job, with its ETag for `$ifMatch`.
     *
     * @return array{array<string, mixed>, string}
     */
    public function getWithEtag(string $id): array
    {
        $response = $this->transport->send(new Call('GET', '/jobs/' . self::segment($id)));
        return [$response->json(), $response->headers['etag'] ?? ''];
    }

    /** List the items of a job. */
    public function items(string $id, array $query = []): array
    {
        $call = new Call('GET', '/jobs/' . self::segment($id) . '/items', query: $query);
        return $this->transport->json($call);
    }

    /**
     * List the items of a job: all of them, with pages loaded as needed.
     *
     * @return \Generator<int, array<string, mixed>>
     */
    public function allItems(string $id, array $query = []): \Generator
    {
        return $this->pages('/jobs/' . self::segment($id) . '/items', $query);
    }

    /** Cancel a job. */
    public function cancel(string $id, ?string $idempotencyKey = null): array
    {
        $call = new Call('POST', '/jobs/' . self::segment($id) . '/cancel', idempotencyKey: $idempotencyKey);
        return $this->transport->json($call);
    }
}
