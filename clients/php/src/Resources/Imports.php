<?php

// Generated from the operations of the API. Do not change it: npx nx derive

declare(strict_types=1);

namespace Estate\Resources;

use Estate\Call;
use Estate\Resource;

final class Imports extends Resource
{
    /** Import an OpenImmo package. */
    public function create(string $content, array $query = [], string $mediaType = 'application/octet-stream', ?string $idempotencyKey = null): array
    {
        $call = new Call('POST', '/imports', query: $query, content: $content, mediaType: $mediaType, idempotencyKey: $idempotencyKey);
        return $this->transport->json($call);
    }

    /** List imports. */
    public function list(array $query = []): array
    {
        $call = new Call('GET', '/imports', query: $query);
        return $this->transport->json($call);
    }

    /**
     * List imports: all of them, with pages loaded as needed.
     *
     * @return \Generator<int, array<string, mixed>>
     */
    public function all(array $query = []): \Generator
    {
        return $this->pages('/imports', $query);
    }

    /** Get an import. */
    public function get(string $id): array
    {
        $call = new Call('GET', '/imports/' . self::segment($id));
        return $this->transport->json($call);
    }

    /**
     * Get an import, with its ETag for `$ifMatch`.
     *
     * @return array{array<string, mixed>, string}
     */
    public function getWithEtag(string $id): array
    {
        $response = $this->transport->send(new Call('GET', '/imports/' . self::segment($id)));
        return [$response->json(), $response->headers['etag'] ?? ''];
    }

    /** List the objects of an import. */
    public function objects(string $id, array $query = []): array
    {
        $call = new Call('GET', '/imports/' . self::segment($id) . '/objects', query: $query);
        return $this->transport->json($call);
    }

    /**
     * List the objects of an import: all of them, with pages loaded as needed.
     *
     * @return \Generator<int, array<string, mixed>>
     */
    public function allObjects(string $id, array $query = []): \Generator
    {
        return $this->pages('/imports/' . self::segment($id) . '/objects', $query);
    }

    /** Get the summary of an import. */
    public function summary(string $id): array
    {
        $call = new Call('GET', '/imports/' . self::segment($id) . '/summary');
        return $this->transport->json($call);
    }

    /** Confirm the deletions of an import. */
    public function confirm(string $id, ?string $idempotencyKey = null): array
    {
        $call = new Call('POST', '/imports/' . self::segment($id) . '/confirm', idempotencyKey: $idempotencyKey);
        return $this->transport->json($call);
    }

    /** Cancel an import. */
    public function cancel(string $id, ?string $idempotencyKey = null): array
    {
        $call = new Call('POST', '/imports/' . self::segment($id) . '/cancel', idempotencyKey: $idempotencyKey);
        return $this->transport->json($call);
    }
}
