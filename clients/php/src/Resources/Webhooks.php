<?php

// Generated from the operations of the API. Do not change it: npx nx derive

declare(strict_types=1);

namespace Estate\Resources;

use Estate\Call;
use Estate\Resource;

final class Webhooks extends Resource
{
    /** Create a webhook. */
    public function create(array $input, ?string $idempotencyKey = null): array
    {
        $call = new Call('POST', '/webhooks', body: $input, idempotencyKey: $idempotencyKey);
        return $this->transport->json($call);
    }

    /** List webhooks. */
    public function list(array $query = []): array
    {
        $call = new Call('GET', '/webhooks', query: $query);
        return $this->transport->json($call);
    }

    /**
     * List webhooks: all of them, with pages loaded as needed.
     *
     * @return \Generator<int, array<string, mixed>>
     */
    public function all(array $query = []): \Generator
    {
        return $this->pages('/webhooks', $query);
    }

    /** Get a webhook. */
    public function get(string $id): array
    {
        $call = new Call('GET', '/webhooks/' . self::segment($id));
        return $this->transport->json($call);
    }

    /**
     * Get a webhook, with its ETag for `$ifMatch`.
     *
     * @return array{array<string, mixed>, string}
     */
    public function getWithEtag(string $id): array
    {
        $response = $this->transport->send(new Call('GET', '/webhooks/' . self::segment($id)));
        return [$response->json(), $response->headers['etag'] ?? ''];
    }

    /** Replace a webhook. */
    public function update(string $id, array $input, ?string $ifMatch = null): array
    {
        $call = new Call('PUT', '/webhooks/' . self::segment($id), body: $input, ifMatch: $ifMatch);
        return $this->transport->json($call);
    }

    /** Delete a webhook. */
    public function delete(string $id, ?string $ifMatch = null): array
    {
        $call = new Call('DELETE', '/webhooks/' . self::segment($id), ifMatch: $ifMatch);
        return $this->transport->json($call);
    }

    /** Rotate the signing key. */
    public function rotateKey(string $id, ?string $idempotencyKey = null): array
    {
        $call = new Call('POST', '/webhooks/' . self::segment($id) . '/rotate-key', idempotencyKey: $idempotencyKey);
        return $this->transport->json($call);
    }

    /** Pause a webhook. */
    public function pause(string $id, ?string $idempotencyKey = null): array
    {
        $call = new Call('POST', '/webhooks/' . self::segment($id) . '/pause', idempotencyKey: $idempotencyKey);
        return $this->transport->json($call);
    }

    /** Resume a webhook. */
    public function resume(string $id, ?string $idempotencyKey = null): array
    {
        $call = new Call('POST', '/webhooks/' . self::segment($id) . '/resume', idempotencyKey: $idempotencyKey);
        return $this->transport->json($call);
    }

    /** Get the success rate of a webhook. */
    public function summary(string $id, array $query = []): array
    {
        $call = new Call('GET', '/webhooks/' . self::segment($id) . '/summary', query: $query);
        return $this->transport->json($call);
    }

    /** Send an example of an event. */
    public function test(string $id, array $input, ?string $idempotencyKey = null): array
    {
        $call = new Call('POST', '/webhooks/' . self::segment($id) . '/test', body: $input, idempotencyKey: $idempotencyKey);
        return $this->transport->json($call);
    }

    /** Verify the receiver of a webhook. */
    public function verify(string $id, ?string $idempotencyKey = null): array
    {
        $call = new Call('POST', '/webhooks/' . self::segment($id) . '/verify', idempotencyKey: $idempotencyKey);
        return $this->transport->json($call);
    }

    /** Bulk resend deliveries. */
    public function resend(string $id, array $input = [], ?string $idempotencyKey = null): array
    {
        $call = new Call('POST', '/webhooks/' . self::segment($id) . '/resend', body: $input, idempotencyKey: $idempotencyKey);
        return $this->transport->json($call);
    }

    /** Get a bulk resend. */
    public function getResend(string $id, string $resendId): array
    {
        $call = new Call('GET', '/webhooks/' . self::segment($id) . '/resends/' . self::segment($resendId));
        return $this->transport->json($call);
    }

    /** Cancel a bulk resend. */
    public function cancelResend(string $id, string $resendId): array
    {
        $call = new Call('DELETE', '/webhooks/' . self::segment($id) . '/resends/' . self::segment($resendId));
        return $this->transport->json($call);
    }

    /** Resend a delivery. */
    public function resendDelivery(string $id, string $deliveryId, ?string $idempotencyKey = null): array
    {
        $call = new Call('POST', '/webhooks/' . self::segment($id) . '/deliveries/' . self::segment($deliveryId) . '/resend', idempotencyKey: $idempotencyKey);
        return $this->transport->json($call);
    }

    /** List the deliveries of a webhook. */
    public function deliveries(string $id, array $query = []): array
    {
        $call = new Call('GET', '/webhooks/' . self::segment($id) . '/deliveries', query: $query);
        return $this->transport->json($call);
    }

    /**
     * List the deliveries of a webhook: all of them, with pages loaded as needed.
     *
     * @return \Generator<int, array<string, mixed>>
     */
    public function allDeliveries(string $id, array $query = []): \Generator
    {
        return $this->pages('/webhooks/' . self::segment($id) . '/deliveries', $query);
    }

    /** Get a delivery. */
    public function getDelivery(string $id, string $deliveryId): array
    {
        $call = new Call('GET', '/webhooks/' . self::segment($id) . '/deliveries/' . self::segment($deliveryId));
        return $this->transport->json($call);
    }
}
