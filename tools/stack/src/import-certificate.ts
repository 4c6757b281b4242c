import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { selfSigned } from '@estate/sandbox/certificate';

const DAYS = 3650;

/** The files of the self-signed certificate for the FTP server of import sources; created at the first start. */
export function importCertificate(data: string): { certificate: string; key: string } {
  const [certificate, key] = [join(data, 'importer-ftp.crt'), join(data, 'importer-ftp.key')];
  if (!existsSync(certificate) || !existsSync(key)) {
    mkdirSync(data, { recursive: true });
    const made = selfSigned('localhost', { addresses: ['127.0.0.1'], days: DAYS });
    writeFileSync(key, made.key, { mode: 0o600 });
    writeFileSync(certificate, made.cert);
  }
  return { certificate, key };
}
