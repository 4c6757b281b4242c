<?php

// Generated from the operations of the API. Do not change it: npx nx derive

declare(strict_types=1);

namespace Estate\Resources;

use Estate\Call;
use Estate\Resource;

final class Erasures extends Resource
{
    /** Erase a person. */
    public function create(string $confirmErasure, array $input, ?string $idempotencyKey = null): array
    {
        $call = new Call('POST', '/erasures', body: $input, idempotencyKey: $idempotencyKey, headers: ['Confirm-Erasure' => $confirmErasure]);
        return $this->transport->json($call);
    }

    /** List erasures. */
    public function list(array $query = []): array
    {
        $call = new Call('GET', '/erasures', query: $query);
        return $this->transport->json($call);
    }

    /**
     * List erasures: all of them, with pages loaded as needed.
     *
     * @return \Generator<int, array<string, mixed>>
     */
    public function all(array $query = []): \Generator
    {
        return $this->pages('/erasures', $query);
    }

    /** Get an erasure. */
    public function get(string $id): array
    {
        $call = new Call('GET', '/erasures/' . self::segment($id));
        return $this->transport->json($call);
    }

    /**
     * Get an erasure, with its ETag for `$ifMatch`.
     *
     * @return array{array<string, mixed>, string}
     */
    public function getWithEtag(string $id): array
    {
        $response = $this->transport->send(new Call('GET', '/erasures/' . self::segment($id)));
        return [$response->json(), $response->headers['etag'] ?? ''];
    }
}
