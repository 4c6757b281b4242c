<?php

declare(strict_types=1);

namespace Estate;

/** One call of the API. */
final class Call
{
    /**
     * @param array<string, mixed> $query filters with the names of the API
     * @param array<string, mixed>|null $body sent as JSON
     * @param string|null $content a file as the body, in the place of JSON
     * @param array<string, string> $headers further headers of this call
     */
    public function __construct(
        public readonly string $method,
        public readonly string $path,
        public readonly array $query = [],
        public readonly ?array $body = null,
        public readonly ?string $content = null,
        public readonly string $mediaType = 'application/octet-stream',
        public readonly ?string $idempotencyKey = null,
        public readonly ?string $ifMatch = null,
        public readonly array $headers = [],
    ) {
    }
}
