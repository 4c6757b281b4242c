<?php

// Generated from the operations of the API. Do not change it: npx nx derive

declare(strict_types=1);

namespace Estate\Resources;

use Estate\Call;
use Estate\Resource;

final class Targets extends Resource
{
    /** Get the statistics of a target. */
    public function statistics(string $id, array $query = []): array
    {
        $call = new Call('GET', '/targets/' . self::segment($id) . '/statistics', query: $query);
        return $this->transport->json($call);
    }

    /** Send everything of a target again. */
    public function synchronize(string $id, array $input, ?string $idempotencyKey = null): array
    {
        $call = new Call('POST', '/targets/' . self::segment($id) . '/synchronize', body: $input, idempotencyKey: $idempotencyKey);
        return $this->transport->json($call);
    }

    /** Create a target. */
    public function create(array $input, ?string $idempotencyKey = null): array
    {
        $call = new Call('POST', '/targets', body: $input, idempotencyKey: $idempotencyKey);
        return $this->transport->json($call);
    }

    /** List targets. */
    public function list(array $query = []): array
    {
        $call = new Call('GET', '/targets', query: $query);
        return $this->transport->json($call);
    }

    /**
     * List targets: all of them, with pages loaded as needed.
     *
     * @return \Generator<int, array<string, mixed>>
     */
    public function all(array $query = []): \Generator
    {
        return $this->pages('/targets', $query);
    }

    /** Get a target. */
    public function get(string $id): array
    {
        $call = new Call('GET', '/targets/' . self::segment($id));
        return $this->transport->json($call);
    }

    /**
     * Get a target, with its ETag for `$ifMatch`.
     *
     * @return array{array<string, mixed>, string}
     */
    public function getWithEtag(string $id): array
    {
        $response = $this->transport->send(new Call('GET', '/targets/' . self::segment($id)));
        return [$response->json(), $response->headers['etag'] ?? ''];
    }

    /** Replace a target. */
    public function update(string $id, array $input, ?string $ifMatch = null): array
    {
        $call = new Call('PUT', '/targets/' . self::segment($id), body: $input, ifMatch: $ifMatch);
        return $this->transport->json($call);
    }

    /** Delete a target. */
    public function delete(string $id, ?string $ifMatch = null): array
    {
        $call = new Call('DELETE', '/targets/' . self::segment($id), ifMatch: $ifMatch);
        return $this->transport->json($call);
    }

    /** Get the success rate of a target. */
    public function summary(string $id, array $query = []): array
    {
        $call = new Call('GET', '/targets/' . self::segment($id) . '/summary', query: $query);
        return $this->transport->json($call);
    }

    /** Test a target's credentials. */
    public function check(string $id, ?string $idempotencyKey = null): array
    {
        $call = new Call('POST', '/targets/' . self::segment($id) . '/check', idempotencyKey: $idempotencyKey);
        return $this->transport->json($call);
    }

    /** Rotate the token of a feed. */
    public function rotateFeedToken(string $id, ?string $idempotencyKey = null): array
    {
        $call = new Call('POST', '/targets/' . self::segment($id) . '/rotate-feed-token', idempotencyKey: $idempotencyKey);
        return $this->transport->json($call);
    }

    /** Pause a target. */
    public function pause(string $id, array $input = [], ?string $idempotencyKey = null): array
    {
        $call = new Call('POST', '/targets/' . self::segment($id) . '/pause', body: $input, idempotencyKey: $idempotencyKey);
        return $this->transport->json($call);
    }

    /** Resume a target. */
    public function resume(string $id, ?string $idempotencyKey = null): array
    {
        $call = new Call('POST', '/targets/' . self::segment($id) . '/resume', idempotencyKey: $idempotencyKey);
        return $this->transport->json($call);
    }

    /** List the fetches of a feed. */
    public function fetches(string $id, array $query = []): array
    {
        $call = new Call('GET', '/targets/' . self::segment($id) . '/fetches', query: $query);
        return $this->transport->json($call);
    }

    /**
     * List the fetches of a feed: all of them, with pages loaded as needed.
     *
     * @return \Generator<int, array<string, mixed>>
     */
    public function allFetches(string $id, array $query = []): \Generator
    {
        return $this->pages('/targets/' . self::segment($id) . '/fetches', $query);
    }
}
