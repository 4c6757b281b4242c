import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocksOf } from './blocks.ts';
import { problemsOf } from './checks.ts';
import { deadEndsOf } from './prose.ts';
import { fileOf, makePlace, runPage, saveFiles } from './run-page.ts';
import { typeErrorsOf } from './types.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FENCE = '```';
const fenced = (info: string, text: string) => `${FENCE}${info}\n${text}\n${FENCE}\n`;
const problems = (info: string, text: string) =>
  blocksOf('page.md', fenced(info, text)).flatMap((block) => problemsOf(block, ROOT));

describe('reading a page', () => {
  it('every block of a page is found with its place, its marks and its text, also inside a list', () => {
    const page = `# Title\n\n${fenced('sh shows="a b" fails', 'one\n  two')}\n- item\n\n  ${FENCE}json\n  {}\n  ${FENCE}\n`;
    const [first, second, ...others] = blocksOf('page.md', page);
    expect(first).toMatchObject({ line: 3, language: 'sh', text: 'one\n  two\n' });
    expect([...(first?.marks ?? [])]).toEqual([
      ['shows', 'a b'],
      ['fails', ''],
    ]);
    expect(second).toMatchObject({ language: 'json', text: '{}\n' });
    expect(others).toEqual([]);
  });

  it.each([
    ['is never closed', `${FENCE}sh\ntrue\n`, 'page.md:1: the block is never closed'],
    ['has a mark nobody knows', fenced('sh skip', 'true'), 'nobody knows the mark skip'],
    ['is not run for no reason', fenced('sh no-run', 'true'), 'no-run needs a reason'],
  ])('a block that %s is rejected', (_what, page, message) => {
    expect(() => blocksOf('page.md', page)).toThrow(message);
  });
});

describe('a broken block is found', () => {
  it.each([
    ['sh', 'if true; then', 'syntax error'],
    ['sh', 'npx rek lanes pause <target>', 'syntax error'],
    ['sh', 'npm run nonsense', 'package.json has no script nonsense'],
    ['sh', 'npx nonsense --all', 'npx finds no nonsense'],
    ['sh no-run="needs Docker"', 'npx node tools/nowhere.ts', 'there is no tools/nowhere.ts'],
    ['ts', 'const = 1;', 'expected'],
    ['json', '{"a": …}', 'SyntaxError'],
    ['json contract="ErrorBody"', '{"error": "Bad Request"}', 'statusCode'],
    ['json contract="Nothing"', '{}', 'there is no contract Nothing'],
    ['http', 'FETCH /page', 'neither a request nor an answer'],
    ['http', 'GET /page HTTP/1.1\nno header', 'no header'],
    ['http', 'HTTP/1.1 200 OK\ncontent-type: application/json\n\n{', 'SyntaxError'],
    ['xml', '<a><b></a>', "Expected closing tag 'b'"],
    ['yaml', 'a: [', 'Flow sequence'],
    ['cobol', 'STOP RUN.', 'blocks in "cobol" cannot be checked'],
    ['', 'what is this', 'cannot be checked'],
  ])('a broken block is found in %s: %j', (info, text, message) => {
    expect(problems(info, text).join('\n')).toContain(message);
  });

  it.each([
    ['sh', 'npx node tools/checks/src/derive.ts'],
    [
      'json contract="ErrorBody"',
      '{"error": "", "message": "", "statusCode": 404, "code": "", "requestId": ""}',
    ],
    ['sh no-run="acts on one target"', 'npx rek lanes pause <target>'],
    ['http', 'GET /openapi.json HTTP/1.1\naccept: application/json'],
    ['xml', '<a b="c"/>'],
    ['yaml', 'a: [1]'],
    ['text', 'anything … at all'],
    ['cobol no-run="nobody has a compiler"', 'STOP RUN.'],
  ])('and a good one in %s is not', (info, text) => {
    expect(problems(info, text)).toEqual([]);
  });
});

describe('dead ends of a page', () => {
  it('missing links, anchors and files of a page are found', () => {
    const page =
      '[a](nowhere.md) [b](../README.md#nothing) [c](../README.md#architecture) `libs/none.ts` `libs/<name>`';
    expect(deadEndsOf('docs/page.md', page, ROOT)).toEqual([
      'docs/page.md: the link to nowhere.md leads nowhere',
      'docs/page.md: the link to ../README.md#nothing leads nowhere',
      'docs/page.md: there is no libs/none.ts',
    ]);
  });
});

describe('running a page', () => {
  let home: string;
  let count = 0;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'estate-canary-'));
  });
  afterAll(() => rm(home, { recursive: true, force: true }));

  const run = async (markdown: string) => {
    count += 1;
    const place = { directory: join(home, String(count)), environment: {} };
    const page = { name: 'page.md', blocks: blocksOf('page.md', markdown) };
    await makePlace(ROOT, place.directory);
    await saveFiles(page, place);
    return (await runPage(page, place)).join('\n');
  };

  it('variables and files of a page are available in its later blocks', async () => {
    const page = [
      fenced('sh', 'export NAME=world'),
      fenced('ts', "console.log(`hello ${process.env['NAME'] ?? ''}`);"),
      fenced('js file="later.js"', "console.log('later');"),
      fenced('json file="a.json"', '{"a": 1}'),
      fenced('sh shows="later"', 'test -f package.json\ngrep -q 1 a.json\nnode later.js'),
    ];
    expect(await run(page.join('\n'))).toBe('');
  });

  it('the run of a page stops at the block that fails and names it', async () => {
    const said = await run(
      [fenced('sh', 'true'), fenced('sh', 'echo why\nfalse\ntrue'), fenced('sh', 'echo never')].join('\n'),
    );
    expect(said).toMatch(/^page\.md:5: ended with 1:\nwhy/);
    expect(said).not.toContain('never');
  });

  it.each([
    ['a program that throws', fenced('ts', "throw new Error('no');"), 'page.md:1: ended with 1'],
    ['a variable that is not set', fenced('sh', 'echo $NOWHERE'), 'NOWHERE: unbound variable'],
    ['a pipe whose first part fails', fenced('sh', 'false | cat'), 'ended with 1'],
    ['a promise that is not kept', fenced('sh shows="42"', 'echo 41'), 'does not show 42'],
    ['a failure that does not come', fenced('sh fails', 'true'), 'it was to fail'],
  ])('the run of a page finds %s', async (_what, page, message) => {
    expect(await run(page)).toContain(message);
  });

  it('a response of 400 fails the run of a page, which ends all processes that the page started', async () => {
    const server = createServer((_request, response) => void response.writeHead(400).end('refused')).listen(
      0,
    );
    await once(server, 'listening');
    const call = `curl http://localhost:${String((server.address() as AddressInfo).port)}/`;
    expect(await run(fenced('sh', call))).toContain('refused');
    expect(await run(fenced('sh fails shows="refused"', `sleep 1000 &\n${call}`))).toBe('');
    server.close();
  });

  it('a page with a program that does not compile is not run', async () => {
    const file = join(home, 'wrong.ts');
    await writeFile(file, 'const count: number = "many";\nexport { count };\n');
    expect(typeErrorsOf([file], ROOT).join('\n')).toContain(
      "Type 'string' is not assignable to type 'number'",
    );
    const [block] = blocksOf('page.md', fenced('ts', 'export {};'));
    expect(block && fileOf(block)).toBe('line-1.ts');
  });
});
