<?php

// Generated from the operations of the API. Do not change it: npx nx derive

declare(strict_types=1);

namespace Estate\Resources;

use Estate\Call;
use Estate\Resource;

final class Properties extends Resource
{
    /** Create a property. */
    public function create(array $input, ?string $idempotencyKey = null): array
    {
        $call = new Call('POST', '/properties', body: $input, idempotencyKey: $idempotencyKey);
        return $this->transport->json($call);
    }

    /** List properties. */
    public function list(array $query = []): array
    {
        $call = new Call('GET', '/properties', query: $query);
        return $this->transport->json($call);
    }

    /**
     * List properties: all of them, with pages loaded as needed.
     *
     * @return \Generator<int, array<string, mixed>>
     */
    public function all(array $query = []): \Generator
    {
        return $this->pages('/properties', $query);
    }

    /** Get a property. */
    public function get(string $id): array
    {
        $call = new Call('GET', '/properties/' . self::segment($id));
        return $this->transport->json($call);
    }

    /**
     * Get a property, with its ETag for `$ifMatch`.
     *
     * @return array{array<string, mixed>, string}
     */
    public function getWithEtag(string $id): array
    {
        $response = $this->transport->send(new Call('GET', '/properties/' . self::segment($id)));
        return [$response->json(), $response->headers['etag'] ?? ''];
    }

    /** Replace a property. */
    public function update(string $id, array $input, ?string $ifMatch = null): array
    {
        $call = new Call('PUT', '/properties/' . self::segment($id), body: $input, ifMatch: $ifMatch);
        return $this->transport->json($call);
    }

    /** Delete a property. */
    public function delete(string $id, ?string $ifMatch = null): array
    {
        $call = new Call('DELETE', '/properties/' . self::segment($id), ifMatch: $ifMatch);
        return $this->transport->json($call);
    }

    /** Get the statistics of a property. */
    public function statistics(string $id, array $query = []): array
    {
        $call = new Call('GET', '/properties/' . self::segment($id) . '/statistics', query: $query);
        return $this->transport->json($call);
    }

    /** List the timeline of a property. */
    public function timeline(string $id, array $query = []): array
    {
        $call = new Call('GET', '/properties/' . self::segment($id) . '/timeline', query: $query);
        return $this->transport->json($call);
    }

    /**
     * List the timeline of a property: all of them, with pages loaded as needed.
     *
     * @return \Generator<int, array<string, mixed>>
     */
    public function allTimeline(string $id, array $query = []): \Generator
    {
        return $this->pages('/properties/' . self::segment($id) . '/timeline', $query);
    }

    /** Get the image of an attachment. */
    public function getAttachmentImage(string $id, string $position, array $query = []): string
    {
        $call = new Call('GET', '/properties/' . self::segment($id) . '/attachments/' . self::segment($position) . '/image', query: $query);
        return $this->transport->send($call)->body;
    }
}
