<?php

// Generated from the operations of the API. Do not change it: npx nx derive

declare(strict_types=1);

namespace Estate\Resources;

use Estate\Call;
use Estate\Resource;

final class PropertyTypes extends Resource
{
    /** List the property types. */
    public function list(): array
    {
        $call = new Call('GET', '/property-types');
        return $this->transport->json($call);
    }

    /** Get a property type. */
    public function get(string $type): array
    {
        $call = new Call('GET', '/property-types/' . self::segment($type));
        return $this->transport->json($call);
    }

    /**
     * Get a property type, with its ETag for `$ifMatch`.
     *
     * @return array{array<string, mixed>, string}
     */
    public function getWithEtag(string $type): array
    {
        $response = $this->transport->send(new Call('GET', '/property-types/' . self::segment($type)));
        return [$response->json(), $response->headers['etag'] ?? ''];
    }
}
