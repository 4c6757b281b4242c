<?php

// Generated from the operations of the API. Do not change it: npx nx derive

declare(strict_types=1);

namespace Estate\Resources;

use Estate\Call;
use Estate\Resource;

final class Users extends Resource
{
    /** List users. */
    public function list(array $query = []): array
    {
        $call = new Call('GET', '/account/users', query: $query);
        return $this->transport->json($call);
    }

    /**
     * List users: all of them, with pages loaded as needed.
     *
     * @return \Generator<int, array<string, mixed>>
     */
    public function all(array $query = []): \Generator
    {
        return $this->pages('/account/users', $query);
    }

    /** Invite a user. */
    public function create(array $input, ?string $idempotencyKey = null): array
    {
        $call = new Call('POST', '/account/users', body: $input, idempotencyKey: $idempotencyKey);
        return $this->transport->json($call);
    }

    /** Get a user. */
    public function get(string $id): array
    {
        $call = new Call('GET', '/account/users/' . self::segment($id));
        return $this->transport->json($call);
    }

    /**
     * Get a user, with its ETag for `$ifMatch`.
     *
     * @return array{array<string, mixed>, string}
     */
    public function getWithEtag(string $id): array
    {
        $response = $this->transport->send(new Call('GET', '/account/users/' . self::segment($id)));
        return [$response->json(), $response->headers['etag'] ?? ''];
    }

    /** Replace a user. */
    public function update(string $id, array $input, ?string $ifMatch = null): array
    {
        $call = new Call('PUT', '/account/users/' . self::segment($id), body: $input, ifMatch: $ifMatch);
        return $this->transport->json($call);
    }

    /** Remove a user. */
    public function delete(string $id, ?string $ifMatch = null): array
    {
        $call = new Call('DELETE', '/account/users/' . self::segment($id), ifMatch: $ifMatch);
        return $this->transport->json($call);
    }
}
