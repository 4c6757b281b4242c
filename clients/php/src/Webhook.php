<?php

declare(strict_types=1);

namespace Estate;

/** Verification of webhook deliveries. */
final class Webhook
{
    private const DEFAULT_TOLERANCE_SECONDS = 300.0;
    private const FORM = 'The header Service-Signature must have the form t=<unix seconds>, v1=<hex>.';

    /**
     * Checks the header `Service-Signature` over the bytes as received (`file_get_contents('php://input')`).
     *
     * @param string|list<string> $key
     * @throws WebhookException
     */
    public static function verify(
        string $rawBody,
        ?string $header,
        string|array $key,
        float $toleranceSeconds = self::DEFAULT_TOLERANCE_SECONDS,
    ): void {
        [$signedAt, $signatures] = self::parsed($header ?? '');
        $matches = 0;
        // Every pair is compared, so that the time taken does not tell which one matched.
        foreach ((array) $key as $one) {
            $expected = hash_hmac('sha256', "{$signedAt}.{$rawBody}", $one);
            foreach ($signatures as $signature) {
                $matches += hash_equals($expected, $signature) ? 1 : 0;
            }
        }
        if ($matches === 0) {
            throw new WebhookException('wrong_signature', 'None of the signatures of the delivery matches the signing key.');
        }
        $age = abs(time() - (int) $signedAt);
        if ($age > $toleranceSeconds) {
            $message = "The signature of the delivery is {$age} seconds away from the current time, which exceeds the tolerance.";
            throw new WebhookException('stale', $message);
        }
    }

    /**
     * Verifies a delivery and returns its event.
     *
     * @param string|list<string> $key
     * @return array<string, mixed>
     * @throws WebhookException
     */
    public static function read(
        string $rawBody,
        ?string $header,
        string|array $key,
        float $toleranceSeconds = self::DEFAULT_TOLERANCE_SECONDS,
    ): array {
        self::verify($rawBody, $header, $key, $toleranceSeconds);
        $event = json_decode($rawBody, true);
        if (!is_array($event) || !is_string($event['eventId'] ?? null) || !is_string($event['eventName'] ?? null)) {
            throw new WebhookException('not_an_event', 'The body of the delivery is not an event.');
        }
        return $event;
    }

    /**
     * The header `Service-Signature` of a delivery; for the tests of a receiver.
     *
     * @param string|list<string> $key
     */
    public static function sign(string $rawBody, string|array $key, ?int $signedAt = null): string
    {
        $seconds = $signedAt ?? time();
        $sign = static fn (string $one): string => 'v1=' . hash_hmac('sha256', "{$seconds}.{$rawBody}", $one);
        return implode(', ', ["t={$seconds}", ...array_map($sign, (array) $key)]);
    }

    /**
     * Elements of unknown names are skipped: a later scheme may stand beside `v1`.
     *
     * @return array{string, list<string>}
     */
    private static function parsed(string $header): array
    {
        $values = ['t' => [], 'v1' => []];
        foreach (explode(',', $header) as $element) {
            [$name, $value] = [...explode('=', trim($element), 2), ''];
            if (isset($values[$name])) {
                $values[$name][] = $value;
            }
        }
        $readable = count($values['t']) === 1
            && preg_match('/^[0-9]{1,15}$/D', $values['t'][0]) === 1
            && $values['v1'] !== []
            && preg_grep('/^[0-9a-f]{64}$/D', $values['v1'], PREG_GREP_INVERT) === [];
        if (!$readable) {
            throw new WebhookException('malformed_header', self::FORM);
        }
        return [$values['t'][0], $values['v1']];
    }
}
