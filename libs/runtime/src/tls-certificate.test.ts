import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selfSigned } from '@estate/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TlsCertificate } from './tls-certificate.ts';
import type { CertificatePair } from './tls-certificate.ts';

const EVERY_MS = 1000;
let directory: string;
const pathOf = (name: string, part: 'crt' | 'key') => join(directory, `${name}.${part}`);
const optionsOf = (name: string) => ({
  certificateFile: pathOf(name, 'crt'),
  keyFile: pathOf(name, 'key'),
  sweepEveryMs: EVERY_MS,
});

/** Until when the certificate in a file is valid. */
const endOf = (name: string): Date =>
  new Date(new X509Certificate(readFileSync(pathOf(name, 'crt'))).validTo);

function make(name: string): void {
  const { cert, key } = selfSigned(`${name}.example.org`);
  writeFileSync(pathOf(name, 'crt'), cert);
  writeFileSync(pathOf(name, 'key'), key);
}

const move = (from: string, to: string, part: 'crt' | 'key') =>
  writeFileSync(pathOf(to, part), readFileSync(pathOf(from, part)));

/** Follows the files of a name; what is used, and what is logged. */
function following(name: string) {
  const certificate = TlsCertificate.of(optionsOf(name))!;
  const used: CertificatePair[] = [];
  const lines: string[] = [];
  const line = (_fields: unknown, text: string) => void lines.push(text);
  const log = { info: line, error: line } as never;
  const stop = certificate.follow((pair) => used.push(pair), { name: 'smtp', log });
  return { certificate, lines, stop, shown: () => used.map(({ cert }) => cert) };
}

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'estate-certificate-'));
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(directory, { recursive: true });
});

describe('the certificate of a server', () => {
  it('the certificate of a server is none without files, and the start ends with one of them, or with one that is missing', () => {
    const options = optionsOf('a');
    expect(TlsCertificate.of({ ...options, certificateFile: undefined, keyFile: undefined })).toBeUndefined();
    for (const file of ['certificateFile', 'keyFile'])
      expect(() => TlsCertificate.of({ ...options, [file]: undefined })).toThrow('needs both files');
    expect(() => TlsCertificate.of(options)).toThrow(/ENOENT/);
  });

  it('the certificate of a server is used anew when its files change, and the former one stays while they cannot be used', () => {
    make('now');
    make('later');
    const { certificate, lines, stop, shown } = following('now');
    const [now, later] = ['now', 'later'].map((name) => readFileSync(pathOf(name, 'crt'), 'utf8'));
    expect(certificate.expiresAt).toEqual(endOf('now'));
    vi.advanceTimersByTime(EVERY_MS);
    writeFileSync(pathOf('now', 'crt'), 'half a file');
    vi.advanceTimersByTime(EVERY_MS);
    expect([shown(), certificate.pair.cert, lines]).toEqual([[], now, ['smtp.certificate-unusable']]);
    for (const part of ['crt', 'key'] as const) move('later', 'now', part);
    vi.advanceTimersByTime(2 * EVERY_MS);
    expect([shown(), certificate.expiresAt]).toEqual([[later], endOf('later')]);
    expect(certificate.pair.cert).toBe(later);
    expect(lines.at(-1)).toBe('smtp.certificate-changed');
    stop();
  });

  it('the certificate of a server is never used with the key of another one', () => {
    make('now');
    make('later');
    const { certificate, lines, stop, shown } = following('now');
    move('later', 'now', 'crt');
    vi.advanceTimersByTime(EVERY_MS);
    expect([shown(), lines]).toEqual([[], ['smtp.certificate-unusable']]);
    expect(() => TlsCertificate.of(optionsOf('now'))).toThrow('The key belongs to another certificate.');
    move('later', 'now', 'key');
    vi.advanceTimersByTime(EVERY_MS);
    expect(shown()).toEqual([certificate.pair.cert]);
    stop();
  });

  it('the certificate of a server that its server refuses is tried again, and the former one stays until then', () => {
    make('now');
    make('later');
    const certificate = TlsCertificate.of(optionsOf('now'))!;
    const before = certificate.pair;
    let tries = 0;
    const use = () => {
      tries += 1;
      if (tries === 1) throw new Error('the server refused it');
    };
    const log = { info: () => undefined, error: () => undefined };
    const stop = certificate.follow(use, { name: 'ftp', log });
    for (const part of ['crt', 'key'] as const) move('later', 'now', part);
    vi.advanceTimersByTime(EVERY_MS);
    expect(certificate.pair).toBe(before);
    vi.advanceTimersByTime(EVERY_MS);
    expect([tries, certificate.expiresAt]).toEqual([2, endOf('later')]);
    stop();
  });
});
