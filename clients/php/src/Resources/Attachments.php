<?php

// Generated from the operations of the API. Do not change it: npx nx derive

declare(strict_types=1);

namespace Estate\Resources;

use Estate\Call;
use Estate\Resource;

final class Attachments extends Resource
{
    /** Upload an attachment. */
    public function create(string $content, array $query = [], string $mediaType = 'application/octet-stream', ?string $idempotencyKey = null): array
    {
        $call = new Call('POST', '/attachments', query: $query, content: $content, mediaType: $mediaType, idempotencyKey: $idempotencyKey);
        return $this->transport->json($call);
    }

    /** Get an uploaded attachment. */
    public function get(string $id): string
    {
        $call = new Call('GET', '/attachments/' . self::segment($id));
        return $this->transport->send($call)->body;
    }
}
