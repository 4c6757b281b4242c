<?php

// Generated from the operations of the API. Do not change it: npx nx derive

declare(strict_types=1);

namespace Estate\Resources;

use Estate\Call;
use Estate\Resource;

final class Reports extends Resource
{
    /** List reports of platforms. */
    public function list(array $query = []): array
    {
        $call = new Call('GET', '/reports', query: $query);
        return $this->transport->json($call);
    }

    /**
     * List reports of platforms: all of them, with pages loaded as needed.
     *
     * @return \Generator<int, array<string, mixed>>
     */
    public function all(array $query = []): \Generator
    {
        return $this->pages('/reports', $query);
    }

    /** Get a report of a platform. */
    public function get(string $id): array
    {
        $call = new Call('GET', '/reports/' . self::segment($id));
        return $this->transport->json($call);
    }

    /**
     * Get a report of a platform, with its ETag for `$ifMatch`.
     *
     * @return array{array<string, mixed>, string}
     */
    public function getWithEtag(string $id): array
    {
        $response = $this->transport->send(new Call('GET', '/reports/' . self::segment($id)));
        return [$response->json(), $response->headers['etag'] ?? ''];
    }
}
