<?php

// Generated from the operations of the API. Do not change it: npx nx derive

declare(strict_types=1);

namespace Estate\Resources;

use Estate\Call;
use Estate\Resource;

final class Mails extends Resource
{
    /** List received emails. */
    public function list(array $query = []): array
    {
        $call = new Call('GET', '/mails', query: $query);
        return $this->transport->json($call);
    }

    /**
     * List received emails: all of them, with pages loaded as needed.
     *
     * @return \Generator<int, array<string, mixed>>
     */
    public function all(array $query = []): \Generator
    {
        return $this->pages('/mails', $query);
    }

    /** Get a received email. */
    public function get(string $id): array
    {
        $call = new Call('GET', '/mails/' . self::segment($id));
        return $this->transport->json($call);
    }

    /**
     * Get a received email, with its ETag for `$ifMatch`.
     *
     * @return array{array<string, mixed>, string}
     */
    public function getWithEtag(string $id): array
    {
        $response = $this->transport->send(new Call('GET', '/mails/' . self::segment($id)));
        return [$response->json(), $response->headers['etag'] ?? ''];
    }

    /** Read a received email again. */
    public function reparse(string $id, ?string $idempotencyKey = null): array
    {
        $call = new Call('POST', '/mails/' . self::segment($id) . '/reparse', idempotencyKey: $idempotencyKey);
        return $this->transport->json($call);
    }

    /** Mark a received email as done. */
    public function done(string $id, ?string $idempotencyKey = null): array
    {
        $call = new Call('POST', '/mails/' . self::segment($id) . '/done', idempotencyKey: $idempotencyKey);
        return $this->transport->json($call);
    }
}
