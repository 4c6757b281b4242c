<?php

// Calls every method of every resource of the service at the address in the first argument.

declare(strict_types=1);

require __DIR__ . '/../autoload.php';

$client = new Estate\Client($argv[1], 'rek_live_x');
foreach (get_object_vars($client) as $resource) {
    foreach ((new ReflectionObject($resource))->getMethods(ReflectionMethod::IS_PUBLIC) as $method) {
        if ($method->isConstructor()) {
            continue;
        }
        $needed = array_filter($method->getParameters(), static fn (ReflectionParameter $one): bool => !$one->isOptional());
        $given = array_map(
            static fn (ReflectionParameter $one): mixed => (string) $one->getType() === 'array' ? ['a' => 1] : 'x',
            array_values($needed),
        );
        $result = $method->invoke($resource, ...$given);
        if ($result instanceof Generator) {
            iterator_to_array($result);
        }
    }
}
