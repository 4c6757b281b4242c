/** A shell command that sends an event to a receiver again, signed as it runs with the key in SIGNING_KEY. */
export function asCurl(url: string, body: string): string {
  return [
    `body=${quoted(body)}`,
    't=$(date +%s)',
    `signature=$(printf '%s.%s' "$t" "$body" | openssl dgst -sha256 -hmac "$SIGNING_KEY" -r | cut -d' ' -f1)`,
    `curl -i -X POST ${quoted(url)} \\`,
    `  -H 'content-type: application/json' \\`,
    `  -H "service-signature: t=$t, v1=$signature" \\`,
    '  --data-raw "$body"',
  ].join('\n');
}

/** A text that a shell takes for nothing but a text. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
