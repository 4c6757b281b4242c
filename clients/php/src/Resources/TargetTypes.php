<?php

// Generated from the operations of the API. Do not change it: npx nx derive

declare(strict_types=1);

namespace Estate\Resources;

use Estate\Call;
use Estate\Resource;

final class TargetTypes extends Resource
{
    /** List the platforms. */
    public function list(): array
    {
        $call = new Call('GET', '/target-types');
        return $this->transport->json($call);
    }
}
