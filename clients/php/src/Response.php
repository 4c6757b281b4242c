<?php

declare(strict_types=1);

namespace Estate;

/** A complete response. */
final class Response
{
    /** @param array<string, string> $headers by their names in lower case */
    public function __construct(
        public readonly int $status,
        public readonly array $headers,
        public readonly string $body,
    ) {
    }

    /** @throws ApiException if the body is not JSON */
    public function json(): mixed
    {
        try {
            return json_decode($this->body, true, 512, JSON_THROW_ON_ERROR);
        } catch (\JsonException) {
            throw ApiException::unreadable($this);
        }
    }
}
