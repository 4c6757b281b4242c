<?php

// Generated from the operations of the API. Do not change it: npx nx derive

declare(strict_types=1);

namespace Estate\Resources;

use Estate\Call;
use Estate\Resource;

final class DashboardLinks extends Resource
{
    /** List dashboard links. */
    public function list(array $query = []): array
    {
        $call = new Call('GET', '/account/dashboard-links', query: $query);
        return $this->transport->json($call);
    }

    /**
     * List dashboard links: all of them, with pages loaded as needed.
     *
     * @return \Generator<int, array<string, mixed>>
     */
    public function all(array $query = []): \Generator
    {
        return $this->pages('/account/dashboard-links', $query);
    }

    /** Create a dashboard link. */
    public function create(array $input, ?string $idempotencyKey = null): array
    {
        $call = new Call('POST', '/account/dashboard-links', body: $input, idempotencyKey: $idempotencyKey);
        return $this->transport->json($call);
    }

    /** Get a dashboard link. */
    public function get(string $id): array
    {
        $call = new Call('GET', '/account/dashboard-links/' . self::segment($id));
        return $this->transport->json($call);
    }

    /**
     * Get a dashboard link, with its ETag for `$ifMatch`.
     *
     * @return array{array<string, mixed>, string}
     */
    public function getWithEtag(string $id): array
    {
        $response = $this->transport->send(new Call('GET', '/account/dashboard-links/' . self::segment($id)));
        return [$response->json(), $response->headers['etag'] ?? ''];
    }

    /** Revoke a dashboard link. */
    public function delete(string $id, ?string $ifMatch = null): array
    {
        $call = new Call('DELETE', '/account/dashboard-links/' . self::segment($id), ifMatch: $ifMatch);
        return $this->transport->json($call);
    }
}
