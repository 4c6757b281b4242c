<?php

// Generated from the operations of the API. Do not change it: npx nx derive

declare(strict_types=1);

namespace Estate\Resources;

use Estate\Call;
use Estate\Resource;

final class Account extends Resource
{
    /** Get the account of the key. */
    public function get(): array
    {
        $call = new Call('GET', '/account');
        return $this->transport->json($call);
    }

    /**
     * Get the account of the key, with its ETag for `$ifMatch`.
     *
     * @return array{array<string, mixed>, string}
     */
    public function getWithEtag(): array
    {
        $response = $this->transport->send(new Call('GET', '/account'));
        return [$response->json(), $response->headers['etag'] ?? ''];
    }

    /** Close the account. */
    public function delete(string $confirmClosing): array
    {
        $call = new Call('DELETE', '/account', headers: ['Confirm-Closing' => $confirmClosing]);
        return $this->transport->json($call);
    }

    /** Set the marketplace consumer credentials. */
    public function setConsumerCredentials(array $input): array
    {
        $call = new Call('PUT', '/account', body: $input);
        return $this->transport->json($call);
    }

    /** Get the closing of the account. */
    public function closing(): array
    {
        $call = new Call('GET', '/account/closing');
        return $this->transport->json($call);
    }

    /** Export the account. */
    public function export(): string
    {
        $call = new Call('GET', '/account/export');
        return $this->transport->send($call)->body;
    }

    /** Get the activity of recent days. */
    public function activity(array $query = []): array
    {
        $call = new Call('GET', '/account/activity', query: $query);
        return $this->transport->json($call);
    }

    /** Get the statistics of the account. */
    public function statistics(array $query = []): array
    {
        $call = new Call('GET', '/account/statistics', query: $query);
        return $this->transport->json($call);
    }

    /** Get the usage of a month. */
    public function usage(array $query = []): array
    {
        $call = new Call('GET', '/account/usage', query: $query);
        return $this->transport->json($call);
    }

    /** Get the usage of a month as CSV. */
    public function usageCsv(array $query = []): string
    {
        $call = new Call('GET', '/account/usage.csv', query: $query);
        return $this->transport->send($call)->body;
    }

    /** Set the marketplace sandbox consumer credentials. */
    public function setSandboxConsumerCredentials(array $input): array
    {
        $call = new Call('PUT', '/account/sandbox', body: $input);
        return $this->transport->json($call);
    }

    /** Get the publishing settings. */
    public function publishing(): array
    {
        $call = new Call('GET', '/account/publishing');
        return $this->transport->json($call);
    }

    /** Set the publishing settings. */
    public function setPublishingSettings(array $input): array
    {
        $call = new Call('PUT', '/account/publishing', body: $input);
        return $this->transport->json($call);
    }

    /** Get the logo of the account. */
    public function logo(): array
    {
        $call = new Call('GET', '/account/logo');
        return $this->transport->json($call);
    }

    /** Set the logo of the account. */
    public function setLogo(array $input): array
    {
        $call = new Call('PUT', '/account/logo', body: $input);
        return $this->transport->json($call);
    }

    /** Remove the logo of the account. */
    public function deleteLogo(): array
    {
        $call = new Call('DELETE', '/account/logo');
        return $this->transport->json($call);
    }

    /** Get the retention of prospect data. */
    public function retention(): array
    {
        $call = new Call('GET', '/account/retention');
        return $this->transport->json($call);
    }

    /** Set the retention of prospect data. */
    public function setRetention(array $input): array
    {
        $call = new Call('PUT', '/account/retention', body: $input);
        return $this->transport->json($call);
    }
}
