<?php

// Generated from the operations of the API. Do not change it: npx nx derive

declare(strict_types=1);

namespace Estate\Resources;

use Estate\Call;
use Estate\Resource;

final class Listings extends Resource
{
    /** Publish a property on a target. */
    public function create(array $input, ?string $idempotencyKey = null): array
    {
        $call = new Call('POST', '/listings', body: $input, idempotencyKey: $idempotencyKey);
        return $this->transport->json($call);
    }

    /** List listings. */
    public function list(array $query = []): array
    {
        $call = new Call('GET', '/listings', query: $query);
        return $this->transport->json($call);
    }

    /**
     * List listings: all of them, with pages loaded as needed.
     *
     * @return \Generator<int, array<string, mixed>>
     */
    public function all(array $query = []): \Generator
    {
        return $this->pages('/listings', $query);
    }

    /** Check whether a property can be published. */
    public function validate(array $input, ?string $idempotencyKey = null): array
    {
        $call = new Call('POST', '/listings/validate', body: $input, idempotencyKey: $idempotencyKey);
        return $this->transport->json($call);
    }

    /** Get a listing. */
    public function get(string $id): array
    {
        $call = new Call('GET', '/listings/' . self::segment($id));
        return $this->transport->json($call);
    }

    /**
     * Get a listing, with its ETag for `$ifMatch`.
     *
     * @return array{array<string, mixed>, string}
     */
    public function getWithEtag(string $id): array
    {
        $response = $this->transport->send(new Call('GET', '/listings/' . self::segment($id)));
        return [$response->json(), $response->headers['etag'] ?? ''];
    }

    /** Update a listing. */
    public function update(string $id, array $input, ?string $ifMatch = null): array
    {
        $call = new Call('PUT', '/listings/' . self::segment($id), body: $input, ifMatch: $ifMatch);
        return $this->transport->json($call);
    }

    /** Take a property down from a target. */
    public function delete(string $id, ?string $ifMatch = null): array
    {
        $call = new Call('DELETE', '/listings/' . self::segment($id), ifMatch: $ifMatch);
        return $this->transport->json($call);
    }

    /** List the timeline of a listing. */
    public function timeline(string $id, array $query = []): array
    {
        $call = new Call('GET', '/listings/' . self::segment($id) . '/timeline', query: $query);
        return $this->transport->json($call);
    }

    /**
     * List the timeline of a listing: all of them, with pages loaded as needed.
     *
     * @return \Generator<int, array<string, mixed>>
     */
    public function allTimeline(string $id, array $query = []): \Generator
    {
        return $this->pages('/listings/' . self::segment($id) . '/timeline', $query);
    }

    /** Retry a failed publication. */
    public function retry(string $id, ?string $idempotencyKey = null): array
    {
        $call = new Call('POST', '/listings/' . self::segment($id) . '/retry', idempotencyKey: $idempotencyKey);
        return $this->transport->json($call);
    }

    /** Preview the document that would be sent. */
    public function preview(string $id): string
    {
        $call = new Call('GET', '/listings/' . self::segment($id) . '/preview');
        return $this->transport->send($call)->body;
    }
}
