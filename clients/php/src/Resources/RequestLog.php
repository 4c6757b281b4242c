<?php

// Generated from the operations of the API. Do not change it: npx nx derive

declare(strict_types=1);

namespace Estate\Resources;

use Estate\Call;
use Estate\Resource;

final class RequestLog extends Resource
{
    /** List the calls of the API. */
    public function list(array $query = []): array
    {
        $call = new Call('GET', '/request-log', query: $query);
        return $this->transport->json($call);
    }

    /**
     * List the calls of the API: all of them, with pages loaded as needed.
     *
     * @return \Generator<int, array<string, mixed>>
     */
    public function all(array $query = []): \Generator
    {
        return $this->pages('/request-log', $query);
    }
}
