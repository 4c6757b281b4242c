<?php

declare(strict_types=1);

namespace Estate;

/** The base class of the resources of the API. */
abstract class Resource
{
    private const LARGEST_PAGE = 100;

    public function __construct(protected readonly Transport $transport)
    {
    }

    /** Encodes an id as a part of a path. */
    protected static function segment(string $id): string
    {
        if (preg_match('/^\.{0,2}$/D', $id) === 1) {
            throw new \InvalidArgumentException('An id is required.');
        }
        return rawurlencode($id);
    }

    /**
     * Every resource of a list, with pages loaded as needed. The list of targets is a plain array, whose `Link` says whether there is more.
     *
     * @param array<string, mixed> $query
     * @return \Generator<int, array<string, mixed>>
     */
    protected function pages(string $path, array $query): \Generator
    {
        $next = ['limit' => self::LARGEST_PAGE, ...$query];
        while ($next !== null) {
            $response = $this->transport->send(new Call('GET', $path, $next));
            $body = $response->json();
            $data = array_is_list($body) ? $body : $body['data'];
            yield from array_values($data);
            preg_match('/[?&]startAfter=([0-9a-v]{20})[^>]*>; rel="next"/', $response->headers['link'] ?? '', $found);
            $last = $data[count($data) - 1] ?? [];
            $cursor = $found[1] ?? $body['continueAfter'] ?? $last['id'] ?? $last['eventId'] ?? null;
            $hasMore = array_is_list($body) ? isset($found[1]) : $body['hasMore'];
            $next = $hasMore && $cursor !== null ? [...$next, 'startAfter' => $cursor] : null;
        }
    }
}
