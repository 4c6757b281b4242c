<?php

// Generated from the operations of the API. Do not change it: npx nx derive

declare(strict_types=1);

namespace Estate\Resources;

use Estate\Call;
use Estate\Resource;

final class ImportSources extends Resource
{
    /** Create an import source. */
    public function create(array $input, ?string $idempotencyKey = null): array
    {
        $call = new Call('POST', '/import-sources', body: $input, idempotencyKey: $idempotencyKey);
        return $this->transport->json($call);
    }

    /** List import sources. */
    public function list(array $query = []): array
    {
        $call = new Call('GET', '/import-sources', query: $query);
        return $this->transport->json($call);
    }

    /**
     * List import sources: all of them, with pages loaded as needed.
     *
     * @return \Generator<int, array<string, mixed>>
     */
    public function all(array $query = []): \Generator
    {
        return $this->pages('/import-sources', $query);
    }

    /** Get an import source. */
    public function get(string $id): array
    {
        $call = new Call('GET', '/import-sources/' . self::segment($id));
        return $this->transport->json($call);
    }

    /**
     * Get an import source, with its ETag for `$ifMatch`.
     *
     * @return array{array<string, mixed>, string}
     */
    public function getWithEtag(string $id): array
    {
        $response = $this->transport->send(new Call('GET', '/import-sources/' . self::segment($id)));
        return [$response->json(), $response->headers['etag'] ?? ''];
    }

    /** Replace the settings of an import source. */
    public function update(string $id, array $input, ?string $ifMatch = null): array
    {
        $call = new Call('PUT', '/import-sources/' . self::segment($id), body: $input, ifMatch: $ifMatch);
        return $this->transport->json($call);
    }

    /** Delete an import source. */
    public function delete(string $id, ?string $ifMatch = null): array
    {
        $call = new Call('DELETE', '/import-sources/' . self::segment($id), ifMatch: $ifMatch);
        return $this->transport->json($call);
    }

    /** Preview other settings of an import source. */
    public function preview(string $id, array $input = [], ?string $idempotencyKey = null): array
    {
        $call = new Call('POST', '/import-sources/' . self::segment($id) . '/preview', body: $input, idempotencyKey: $idempotencyKey);
        return $this->transport->json($call);
    }

    /** List what could not be listed. */
    public function retryListings(string $id, ?string $idempotencyKey = null): array
    {
        $call = new Call('POST', '/import-sources/' . self::segment($id) . '/retry-listings', idempotencyKey: $idempotencyKey);
        return $this->transport->json($call);
    }

    /** Rotate the password of an import source. */
    public function rotatePassword(string $id, ?string $idempotencyKey = null): array
    {
        $call = new Call('POST', '/import-sources/' . self::segment($id) . '/rotate-password', idempotencyKey: $idempotencyKey);
        return $this->transport->json($call);
    }
}
