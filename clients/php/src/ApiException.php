<?php

declare(strict_types=1);

namespace Estate;

/** Thrown if the API returned an error. */
final class ApiException extends EstateException
{
    /**
     * @param string $error name of the status, such as `Bad Request`
     * @param string $errorCode stable, kebab-case
     * @param list<array{path: string, message: string, code: string}> $details the invalid fields of the body
     */
    public function __construct(
        string $message,
        public readonly int $status,
        public readonly string $error,
        public readonly string $errorCode,
        public readonly ?string $requestId = null,
        public readonly array $details = [],
        public readonly ?float $retryAfterSeconds = null,
    ) {
        parent::__construct($message, $status);
    }

    /** The error for a response with status 400 or more. */
    public static function of(Response $response): self
    {
        $body = json_decode($response->body, true);
        $id = $response->headers['x-request-id'] ?? null;
        $retryAfter = self::seconds($response->headers['retry-after'] ?? '');
        if (!is_array($body) || !is_string($body['message'] ?? null)) {
            return self::unreadable($response);
        }
        return new self(
            $body['message'],
            $response->status,
            (string) ($body['error'] ?? ''),
            (string) ($body['code'] ?? 'unknown'),
            $body['requestId'] ?? $id,
            $body['details'] ?? [],
            $retryAfter,
        );
    }

    /** The error for a response that did not come from the service but, for example, from a proxy. */
    public static function unreadable(Response $response): self
    {
        $text = substr($response->body, 0, 200);
        return new self(
            "The response with the status {$response->status} did not come from the service: {$text}",
            $response->status,
            'Unreadable Answer',
            'unreadable-answer',
            $response->headers['x-request-id'] ?? null,
            [],
            self::seconds($response->headers['retry-after'] ?? ''),
        );
    }

    /** Parses seconds or a date; anything else counts as absent. */
    private static function seconds(string $header): ?float
    {
        $text = trim($header);
        if (preg_match('/^\d+$/D', $text) === 1) {
            return (float) $text;
        }
        $time = $text === '' ? false : strtotime($text);
        return $time === false ? null : max(0.0, (float) ($time - time()));
    }
}
