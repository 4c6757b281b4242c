<?php

declare(strict_types=1);

namespace Estate;

/** Thrown for an invalid delivery. */
final class WebhookException extends \RuntimeException
{
    /** @param string $reason `malformed_header`, `wrong_signature`, `stale` or `not_an_event` */
    public function __construct(public readonly string $reason, string $message)
    {
        parent::__construct($message);
    }
}
