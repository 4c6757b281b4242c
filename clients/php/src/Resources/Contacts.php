<?php

// Generated from the operations of the API. Do not change it: npx nx derive

declare(strict_types=1);

namespace Estate\Resources;

use Estate\Call;
use Estate\Resource;

final class Contacts extends Resource
{
    /** Create a contact. */
    public function create(array $input, ?string $idempotencyKey = null): array
    {
        $call = new Call('POST', '/contacts', body: $input, idempotencyKey: $idempotencyKey);
        return $this->transport->json($call);
    }

    /** List contacts. */
    public function list(array $query = []): array
    {
        $call = new Call('GET', '/contacts', query: $query);
        return $this->transport->json($call);
    }

    /**
     * List contacts: all of them, with pages loaded as needed.
     *
     * @return \Generator<int, array<string, mixed>>
     */
    public function all(array $query = []): \Generator
    {
        return $this->pages('/contacts', $query);
    }

    /** Get a contact. */
    public function get(string $id): array
    {
        $call = new Call('GET', '/contacts/' . self::segment($id));
        return $this->transport->json($call);
    }

    /**
     * Get a contact, with its ETag for `$ifMatch`.
     *
     * @return array{array<string, mixed>, string}
     */
    public function getWithEtag(string $id): array
    {
        $response = $this->transport->send(new Call('GET', '/contacts/' . self::segment($id)));
        return [$response->json(), $response->headers['etag'] ?? ''];
    }

    /** Replace a contact. */
    public function update(string $id, array $input, ?string $ifMatch = null): array
    {
        $call = new Call('PUT', '/contacts/' . self::segment($id), body: $input, ifMatch: $ifMatch);
        return $this->transport->json($call);
    }

    /** Delete a contact. */
    public function delete(string $id, ?string $ifMatch = null): array
    {
        $call = new Call('DELETE', '/contacts/' . self::segment($id), ifMatch: $ifMatch);
        return $this->transport->json($call);
    }
}
