<?php

// Checks the published vectors of signatures, which all clients share; prints what is wrong.

declare(strict_types=1);

require __DIR__ . '/../autoload.php';

use Estate\Webhook;
use Estate\WebhookException;

const EVER = INF;
$wrong = [];
$check = static function (string $what, mixed $found, mixed $expected) use (&$wrong): void {
    if ($found !== $expected) {
        $wrong[] = [$what, $found, $expected];
    }
};
$reason = static function (callable $call): ?string {
    try {
        $call();
    } catch (WebhookException $error) {
        return $error->reason;
    }
    return null;
};

$vectors = json_decode(file_get_contents($argv[1]), true, flags: JSON_THROW_ON_ERROR)['vectors'];
foreach ($vectors as ['name' => $name, 'rawBody' => $body, 'header' => $header, 'signingKeys' => $keys, 'timestamp' => $at]) {
    foreach ($keys as $key) {
        $check($name, $reason(fn () => Webhook::verify($body, $header, $key, EVER)), null);
        $check($name, $reason(fn () => Webhook::verify($body, $header, ['whsec_other', $key], EVER)), null);
    }
    $check($name, Webhook::sign($body, $keys, $at), $header);
    $check($name, $reason(fn () => Webhook::verify($body, $header, 'whsec_other', EVER)), 'wrong_signature');
    $check($name, $reason(fn () => Webhook::verify($body . ' ', $header, $keys, EVER)), 'wrong_signature');
    $check($name, $reason(fn () => Webhook::verify($body, $header, $keys)), 'stale');
}
$digits = str_repeat('a', 64);
foreach ([null, '', 't=1', "v1={$digits}", "t=, v1={$digits}", "t=abc, v1={$digits}", "t=1, t=2, v1={$digits}", 't=1, v1=abcd', "t=1, v1={$digits}, v1=short"] as $header) {
    $check("header {$header}", $reason(fn () => Webhook::verify('', $header, 'whsec_test', EVER)), 'malformed_header');
}
$check('a later scheme', $reason(fn () => Webhook::verify('{}', Webhook::sign('{}', 'k') . ',v2=abc', 'k')), null);
$event = '{"eventId":"1","eventName":"request.created"}';
$check('an event', Webhook::read($event, Webhook::sign($event, 'k'), 'k')['eventName'], 'request.created');
$check('no event', $reason(fn () => Webhook::read('[]', Webhook::sign('[]', 'k'), 'k')), 'not_an_event');

echo json_encode(['vectors' => count($vectors), 'wrong' => $wrong], JSON_THROW_ON_ERROR | JSON_PARTIAL_OUTPUT_ON_ERROR);
