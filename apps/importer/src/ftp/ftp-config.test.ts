import { loadConfig } from '@estate/config';
import { describe, expect, it } from 'vitest';
import { ImporterConfig } from '../config.ts';

const load = (environment: Record<string, string>) =>
  loadConfig(ImporterConfig, {
    MONGODB_URI: 'mongodb://127.0.0.1',
    NATS_URL: 'nats://127.0.0.1',
    CATALOG_INTERNAL_URL: 'http://127.0.0.1',
    ...environment,
  });

const FILES = { FTP_CERTIFICATE_FILE: '/tls/tls.crt', FTP_KEY_FILE: '/tls/tls.key' };

describe('the configuration of the FTP server', () => {
  it.each([
    ['without a certificate', {}],
    ['with a certificate without its key', { FTP_CERTIFICATE_FILE: FILES.FTP_CERTIFICATE_FILE }],
    ['with a key without its certificate', { FTP_KEY_FILE: FILES.FTP_KEY_FILE }],
  ])('the configuration of the FTP server is refused %s', (_how, files) => {
    expect(() => load({ FTP_PORT: '2122', ...files })).toThrow(
      'FTP_PORT: needs FTP_CERTIFICATE_FILE and FTP_KEY_FILE',
    );
  });

  it.each([
    ['with a certificate and its key', { FTP_PORT: '2122', ...FILES }],
    ['without one where that is allowed', { FTP_PORT: '2122', FTP_ALLOW_PLAIN: 'true' }],
    ['without an FTP server', {}],
  ])('the configuration of the FTP server is accepted %s', (_how, environment) => {
    expect(load(environment)).toMatchObject({ MONGODB_URI: 'mongodb://127.0.0.1' });
  });
});
