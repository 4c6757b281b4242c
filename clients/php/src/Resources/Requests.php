<?php

// Generated from the operations of the API. Do not change it: npx nx derive

declare(strict_types=1);

namespace Estate\Resources;

use Estate\Call;
use Estate\Resource;

final class Requests extends Resource
{
    /** Get contact requests as CSV. */
    public function csv(array $query = []): string
    {
        $call = new Call('GET', '/requests.csv', query: $query);
        return $this->transport->send($call)->body;
    }

    /** List contact requests. */
    public function list(array $query = []): array
    {
        $call = new Call('GET', '/requests', query: $query);
        return $this->transport->json($call);
    }

    /**
     * List contact requests: all of them, with pages loaded as needed.
     *
     * @return \Generator<int, array<string, mixed>>
     */
    public function all(array $query = []): \Generator
    {
        return $this->pages('/requests', $query);
    }

    /** Get a contact request. */
    public function get(string $id): array
    {
        $call = new Call('GET', '/requests/' . self::segment($id));
        return $this->transport->json($call);
    }

    /**
     * Get a contact request, with its ETag for `$ifMatch`.
     *
     * @return array{array<string, mixed>, string}
     */
    public function getWithEtag(string $id): array
    {
        $response = $this->transport->send(new Call('GET', '/requests/' . self::segment($id)));
        return [$response->json(), $response->headers['etag'] ?? ''];
    }

    /** Erase a contact request. */
    public function delete(string $id, ?string $ifMatch = null): array
    {
        $call = new Call('DELETE', '/requests/' . self::segment($id), ifMatch: $ifMatch);
        return $this->transport->json($call);
    }

    /** Set the handling of a contact request. */
    public function setHandling(string $id, array $input, ?string $ifMatch = null): array
    {
        $call = new Call('PUT', '/requests/' . self::segment($id) . '/handling', body: $input, ifMatch: $ifMatch);
        return $this->transport->json($call);
    }
}
