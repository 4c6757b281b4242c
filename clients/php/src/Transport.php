<?php

declare(strict_types=1);

namespace Estate;

/** Sends the calls of a client: authentication, time limits, retries, errors. */
final class Transport
{
    public const VERSION = '1.0.0';
    /** The version of the API that this client uses; sent with every request. */
    public const SERVICE_VERSION = '2026-11-01';
    private const PASSING = [429, 502, 503, 504];
    /** The maximum wait for a retry. For a longer `Retry-After`, the client throws. */
    private const LONGEST_WAIT_SECONDS = 60.0;
    private const LONGEST_BACKOFF_SECONDS = 8.0;
    private const BASE_SECONDS = 0.25;

    private string $baseUrl;

    public function __construct(
        string $baseUrl,
        private string $apiKey,
        private float $timeoutSeconds,
        private int $retries,
        private string $userAgent,
    ) {
        if (preg_match('#^https?://#', $baseUrl) !== 1) {
            throw new \InvalidArgumentException('$baseUrl must be the http or https address of the service.');
        }
        if (preg_match('/^[\x21-\x7e]+$/D', $apiKey) !== 1) {
            throw new \InvalidArgumentException('$apiKey must be a key of the service.');
        }
        $this->baseUrl = rtrim($baseUrl, '/');
    }

    /** The body of the response. @throws ApiException, ConnectionFailed */
    public function json(Call $call): mixed
    {
        return $this->send($call)->json();
    }

    /** The response, if it is a success. @throws ApiException, ConnectionFailed */
    public function send(Call $call): Response
    {
        // Created once for each call, so that every attempt has the same Idempotency-Key.
        $headers = $this->headersOf($call);
        for ($attempt = 0; ; $attempt += 1) {
            try {
                return $this->attempt($call, $headers);
            } catch (EstateException $error) {
                $delay = $attempt < $this->retries ? self::delayBeforeRetry($error, $attempt) : null;
                if ($delay === null) {
                    throw $error;
                }
                usleep((int) ($delay * 1_000_000));
            }
        }
    }

    /** @param list<string> $headers */
    private function attempt(Call $call, array $headers): Response
    {
        $url = $this->baseUrl . $call->path . self::queryText($call->query);
        $content = $call->body === null ? $call->content : self::jsonOf($call->body);
        $context = stream_context_create(['http' => [
            'method' => $call->method,
            'header' => $headers,
            'timeout' => $this->timeoutSeconds,
            'ignore_errors' => true,
            // The API redirects nobody; a redirect would carry the key to another host.
            'follow_location' => 0,
            'protocol_version' => 1.1,
            ...($content === null ? [] : ['content' => $content]),
        ]]);
        error_clear_last();
        $body = @file_get_contents($url, false, $context);
        if ($body === false || !isset($http_response_header)) {
            $reason = preg_replace('/^.*?: /', '', error_get_last()['message'] ?? 'no reason is known');
            throw new ConnectionFailed("{$call->method} {$call->path} got no response: {$reason}");
        }
        $response = self::responseOf($http_response_header, $body);
        $length = $response->headers['content-length'] ?? null;
        if ($length !== null && (int) $length !== strlen($body)) {
            throw new ConnectionFailed("The response of {$call->path} ended before it was complete.");
        }
        if ($response->status < 200 || $response->status >= 300) {
            throw ApiException::of($response);
        }
        return $response;
    }

    /** @return list<string> */
    private function headersOf(Call $call): array
    {
        $isJson = $call->body !== null;
        $given = [
            'Accept' => 'application/json, */*;q=0.5',
            'Authorization' => "Bearer {$this->apiKey}",
            'Service-Version' => self::SERVICE_VERSION,
            'User-Agent' => $this->userAgent,
            'Connection' => 'close',
            'Content-Type' => $isJson ? 'application/json' : ($call->content === null ? null : $call->mediaType),
            'Idempotency-Key' => $call->method === 'POST' ? $call->idempotencyKey ?? bin2hex(random_bytes(16)) : null,
            'If-Match' => $call->ifMatch,
            ...$call->headers,
        ];
        $lines = [];
        foreach ($given as $name => $value) {
            if ($value === null) {
                continue;
            }
            if (preg_match('/[\r\n]/', $value) === 1) {
                throw new \InvalidArgumentException("{$name} must be one line.");
            }
            $lines[] = "{$name}: {$value}";
        }
        return $lines;
    }

    /** The seconds to wait before the next attempt; null if the call must not be retried. `$attempt` counts from 0. */
    private static function delayBeforeRetry(EstateException $error, int $attempt): ?float
    {
        $asked = 0.0;
        if ($error instanceof ApiException) {
            if (!in_array($error->status, self::PASSING, true) && $error->errorCode !== 'idempotency-in-progress') {
                return null;
            }
            $asked = $error->retryAfterSeconds ?? 0.0;
        }
        if ($asked > self::LONGEST_WAIT_SECONDS) {
            return null;
        }
        $backoff = min(self::LONGEST_BACKOFF_SECONDS, self::BASE_SECONDS * 2 ** $attempt);
        return $asked + $backoff * (0.5 + mt_rand() / mt_getrandmax() / 2);
    }

    /** @param list<string> $lines */
    private static function responseOf(array $lines, string $body): Response
    {
        $status = 0;
        $headers = [];
        foreach ($lines as $line) {
            if (preg_match('#^HTTP/\S+ (\d{3})#', $line, $found) === 1) {
                $status = (int) $found[1];
                $headers = [];
            } elseif (str_contains($line, ':')) {
                [$name, $value] = explode(':', $line, 2);
                $headers[strtolower(trim($name))] = trim($value);
            }
        }
        return new Response($status, $headers, $body);
    }

    /** Encodes a body; an empty one is an object, because PHP does not distinguish an empty array from one. */
    private static function jsonOf(array $body): string
    {
        $flags = JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION;
        return $body === [] ? '{}' : json_encode($body, $flags);
    }

    /** @param array<string, mixed> $query */
    private static function queryText(array $query): string
    {
        $given = array_filter($query, static fn (mixed $value): bool => $value !== null);
        $texts = array_map(static fn (mixed $value): mixed => is_bool($value) ? ($value ? 'true' : 'false') : $value, $given);
        return $texts === [] ? '' : '?' . http_build_query($texts, '', '&', PHP_QUERY_RFC3986);
    }
}
