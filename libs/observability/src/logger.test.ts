import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createLogger } from './logger.ts';
import { withTrace } from './trace.ts';

const PLANTED = 'pl4nted-s3cret';

function captured() {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  return { log: createLogger({ service: 'test', level: 'info', destination }), text: () => lines.join('') };
}

describe('the log', () => {
  it.each([
    ['a field by name', { password: PLANTED }],
    ['a field at depth', { target: { inner: { credentials: { password: PLANTED } } } }],
    ['a header', { headers: { authorization: `Bearer ${PLANTED}`, 'service-signature': PLANTED } }],
    ['a list', { targets: [{ apiKey: PLANTED }] }],
    ['a key in a text', { note: `used rek_live_${PLANTED.replaceAll('-', '')}` }],
    ['a key of a dashboard link in a text', { note: `used rek_link_${PLANTED.replaceAll('-', '')}` }],
    ['a key of the operator in a text', { note: `used rek_operator_${PLANTED.replaceAll('-', '')}` }],
    ['a signing secret in a text', { note: `used whsec_${PLANTED}` }],
    ['a token in another spelling', { note: `authorization: bearer ${PLANTED}` }],
    ['an address with a login', { uri: `mongodb://user:${PLANTED}@localhost/` }],
    ['an FTP command', { command: `PASS ${PLANTED}` }],
    [
      'an error and its cause',
      { err: new Error(`Bearer ${PLANTED}`, { cause: new Error(`PASS ${PLANTED}`) }) },
    ],
    ['an error with fields', { err: Object.assign(new Error('x'), { token: PLANTED }) }],
  ])('the log never shows a secret: %s', (_title, fields) => {
    const { log, text } = captured();
    log.info(fields, 'something');
    expect(text()).toContain('something');
    expect(text()).not.toMatch(/pl4nted-?s3cret/);
  });

  it('the log never shows a secret in the message itself', () => {
    const { log, text } = captured();
    log.info(`Bearer ${PLANTED}`);
    expect(text()).not.toContain(PLANTED);
  });

  it('the log keeps fields that are no secret, and the stack of an error', () => {
    const { log, text } = captured();
    log.error({ err: new Error('broken pipe'), consumer: 'a', attempt: 2 }, 'message.handled');
    expect(JSON.parse(text())).toMatchObject({
      level: 'error',
      consumer: 'a',
      attempt: 2,
      err: { message: 'broken pipe' },
    });
    expect(text()).toContain('logger.test.ts');
  });

  it('the log carries the request id of the request it belongs to', () => {
    const { log, text } = captured();
    withTrace({ requestId: 'request-1' }, () => log.info('inside'));
    expect(JSON.parse(text())).toMatchObject({ requestId: 'request-1' });
  });
});
