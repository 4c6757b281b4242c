<?php

// Generated from the operations of the API. Do not change it: npx nx derive

declare(strict_types=1);

namespace Estate;

/** The API with one key: `(new Client($baseUrl, $apiKey))->properties->create([...])`. */
final class Client
{
    public readonly Resources\Account $account;
    public readonly Resources\ApiKeys $apiKeys;
    public readonly Resources\DashboardLinks $dashboardLinks;
    public readonly Resources\Users $users;
    public readonly Resources\PropertyTypes $propertyTypes;
    public readonly Resources\Properties $properties;
    public readonly Resources\Attachments $attachments;
    public readonly Resources\Contacts $contacts;
    public readonly Resources\TargetTypes $targetTypes;
    public readonly Resources\Targets $targets;
    public readonly Resources\Listings $listings;
    public readonly Resources\PropertyListings $propertyListings;
    public readonly Resources\Jobs $jobs;
    public readonly Resources\ImportSources $importSources;
    public readonly Resources\Imports $imports;
    public readonly Resources\Requests $requests;
    public readonly Resources\Mails $mails;
    public readonly Resources\Reports $reports;
    public readonly Resources\Erasures $erasures;
    public readonly Resources\Webhooks $webhooks;
    public readonly Resources\Events $events;
    public readonly Resources\AuditLog $auditLog;
    public readonly Resources\RequestLog $requestLog;

    /**
     * @param string $baseUrl address of the service
     * @param string $apiKey `rek_live_…`; keep it secret
     * @param float $timeoutSeconds time limit of one attempt
     * @param int $retries maximum number of retries after a transient failure
     * @param string|null $userAgent the name of your program, sent before that of the client
     */
    public function __construct(
        string $baseUrl,
        #[\SensitiveParameter] string $apiKey,
        float $timeoutSeconds = 60.0,
        int $retries = 3,
        ?string $userAgent = null,
    ) {
        $names = [$userAgent, 'estate-client-php/' . Transport::VERSION, 'PHP/' . PHP_VERSION];
        $transport = new Transport($baseUrl, $apiKey, $timeoutSeconds, $retries, implode(' ', array_filter($names)));
        $this->account = new Resources\Account($transport);
        $this->apiKeys = new Resources\ApiKeys($transport);
        $this->dashboardLinks = new Resources\DashboardLinks($transport);
        $this->users = new Resources\Users($transport);
        $this->propertyTypes = new Resources\PropertyTypes($transport);
        $this->properties = new Resources\Properties($transport);
        $this->attachments = new Resources\Attachments($transport);
        $this->contacts = new Resources\Contacts($transport);
        $this->targetTypes = new Resources\TargetTypes($transport);
        $this->targets = new Resources\Targets($transport);
        $this->listings = new Resources\Listings($transport);
        $this->propertyListings = new Resources\PropertyListings($transport);
        $this->jobs = new Resources\Jobs($transport);
        $this->importSources = new Resources\ImportSources($transport);
        $this->imports = new Resources\Imports($transport);
        $this->requests = new Resources\Requests($transport);
        $this->mails = new Resources\Mails($transport);
        $this->reports = new Resources\Reports($transport);
        $this->erasures = new Resources\Erasures($transport);
        $this->webhooks = new Resources\Webhooks($transport);
        $this->events = new Resources\Events($transport);
        $this->auditLog = new Resources\AuditLog($transport);
        $this->requestLog = new Resources\RequestLog($transport);
    }
}
