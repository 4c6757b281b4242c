/** A shell command that sends an event to a receiver again. It computes the signature with the key in SIGNING_KEY when it runs. */
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

/** Quotes a text for a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
