import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { asCurl } from '../src/pages/webhooks/as-curl.ts';

it('a delivery as curl hands body and address over as they are, whatever a shell would make of them', () => {
  const body = `{"text":"it's $HOME \`id\` \\n \\"x\\""}`;
  const url = `https://example.org/hooks?a='b'&c=$(id)`;
  const script = asCurl(url, body).replace('curl -i -X POST', "printf '%s\\n'");
  const said = execFileSync('sh', ['-c', script], { env: { ...env(), SIGNING_KEY: 'k' } }).toString();
  expect(said.split('\n')[0]).toBe(url);
  expect(said).toContain(`--data-raw\n${body}\n`);
});

const env = () => ({ PATH: '/usr/bin:/bin' });
