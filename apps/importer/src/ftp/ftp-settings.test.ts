import { loadConfig } from '@estate/config';
import { expect, it } from 'vitest';
import { ImporterConfig } from '../config.ts';
import { offeredFtpAddress } from './ftp-settings.ts';

const offered = (env: Record<string, string>) =>
  offeredFtpAddress(
    loadConfig(ImporterConfig, {
      NATS_URL: 'nats://nats:4222',
      MONGODB_URI: 'mongodb://mongodb:27017',
      CATALOG_INTERNAL_URL: 'http://catalog:9090',
      FTP_PUBLIC_HOST: 'ftp.example.org',
      ...env,
    }),
  );

it('import sources have the address of the FTP server of another process', () => {
  const elsewhere = {
    FTP_PUBLIC_PORT: '21',
    FTP_PASSIVE_PORTS: '30000-30049',
    FTP_CERTIFICATE_FILE: '/tls/tls.crt',
  };
  expect(offered(elsewhere)).toEqual({
    host: 'ftp.example.org',
    port: 21,
    passivePorts: { from: 30_000, to: 30_049 },
    secure: true,
  });
});

it('import sources have no address where no process has an FTP server', () => {
  expect(offered({})).toBeUndefined();
});
