<?php

// Generated from the operations of the API. Do not change it: npx nx derive

declare(strict_types=1);

namespace Estate\Resources;

use Estate\Call;
use Estate\Resource;

final class ApiKeys extends Resource
{
    /** List API keys. */
    public function list(array $query = []): array
    {
        $call = new Call('GET', '/account/api-keys', query: $query);
        return $this->transport->json($call);
    }

    /**
     * List API keys: all of them, with pages loaded as needed.
     *
     * @return \Generator<int, array<string, mixed>>
     */
    public function all(array $query = []): \Generator
    {
        return $this->pages('/account/api-keys', $query);
    }

    /** Create an API key. */
    public function create(array $input = [], ?string $idempotencyKey = null): array
    {
        $call = new Call('POST', '/account/api-keys', body: $input, idempotencyKey: $idempotencyKey);
        return $this->transport->json($call);
    }

    /** Get an API key. */
    public function get(string $id): array
    {
        $call = new Call('GET', '/account/api-keys/' . self::segment($id));
        return $this->transport->json($call);
    }

    /**
     * Get an API key, with its ETag for `$ifMatch`.
     *
     * @return array{array<string, mixed>, string}
     */
    public function getWithEtag(string $id): array
    {
        $response = $this->transport->send(new Call('GET', '/account/api-keys/' . self::segment($id)));
        return [$response->json(), $response->headers['etag'] ?? ''];
    }

    /** Revoke an API key. */
    public function delete(string $id, ?string $ifMatch = null): array
    {
        $call = new Call('DELETE', '/account/api-keys/' . self::segment($id), ifMatch: $ifMatch);
        return $this->transport->json($call);
    }
}
