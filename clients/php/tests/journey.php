<?php

// What a customer's program does; prints what came of it as JSON.

declare(strict_types=1);

require __DIR__ . '/../autoload.php';

use Estate\ApiException;
use Estate\Client;
use Estate\ConnectionFailed;

$client = new Client($argv[1], 'rek_live_x', userAgent: 'journey/1');
$listed = [];
foreach ($client->contacts->all(['q' => 'a b', 'count' => true]) as $contact) {
    $listed[] = $contact['id'];
}
$created = $client->contacts->create(['lastName' => 'Größe/ä', 'price' => 1.0]);
[$contact, $etag] = $client->contacts->getWithEtag($created['id']);
$client->contacts->update($contact['id'], ['lastName' => 'B'], ifMatch: $etag);
$uploaded = $client->attachments->create("\x00\xff", ['fileName' => 'a.jpg'], mediaType: 'image/jpeg');

/** What a call fails with. */
function failure(callable $call): array
{
    try {
        $call();
    } catch (ApiException $error) {
        return [$error->status, $error->errorCode, $error->getMessage(), $error->requestId, $error->details, $error->retryAfterSeconds];
    } catch (ConnectionFailed | InvalidArgumentException $error) {
        return [$error::class, $error->getMessage()];
    }
    return [];
}

echo json_encode([
    'listed' => $listed,
    'created' => $created['id'],
    'uploaded' => $uploaded['id'],
    'refused' => failure(fn () => $client->listings->get('refused')),
    'proxy' => failure(fn () => $client->listings->get('proxy')),
    'patience' => failure(fn () => $client->listings->get('patience')),
    'cut' => failure(fn () => (new Client($argv[1], 'rek_live_x', retries: 0))->listings->get('cut')),
    'silent' => failure(fn () => (new Client($argv[1], 'rek_live_x', timeoutSeconds: 0.2, retries: 0))->listings->get('silent')),
    'redirected' => failure(fn () => $client->listings->preview('redirected')),
    'empty' => failure(fn () => $client->listings->get('')),
    'header' => failure(fn () => $client->account->delete("a\r\nX-Other: b")),
    'key' => failure(fn () => new Client($argv[1], "rek_live_x\n")),
], JSON_THROW_ON_ERROR);
