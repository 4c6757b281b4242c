<?php

// Generated from the operations of the API. Do not change it: npx nx derive

declare(strict_types=1);

namespace Estate\Resources;

use Estate\Call;
use Estate\Resource;

final class PropertyListings extends Resource
{
    /** List where properties are listed. */
    public function list(array $query = []): array
    {
        $call = new Call('GET', '/property-listings', query: $query);
        return $this->transport->json($call);
    }
}
