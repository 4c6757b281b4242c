import { tmpdir } from 'node:os';
import { z } from 'zod';
import { describe, expect, it } from 'vitest';
import { configurationPage } from './configuration-page.ts';

const URL_OF_BROKER = z.string().meta({ description: 'Address of the broker.' });
const whole = z.coerce.number().int();

const services = [
  {
    name: 'first',
    schema: z.object({
      NATS_URL: URL_OF_BROKER,
      LEVEL: z.enum(['low', 'high']).default('low').meta({ description: 'Low | high.' }),
      RETRIES: whole.min(1).max(9).default(3).meta({ description: 'Retries.' }),
      DELAY_MS: whole.min(1).default(500).meta({ description: 'Pause.' }),
      PAGE_URL: z.url().optional().meta({ description: 'Page with <id>.' }),
    }),
  },
  {
    name: 'second',
    schema: z.object({
      NATS_URL: URL_OF_BROKER,
      CACHE: z.string().default(`${tmpdir()}/cache`).meta({ description: 'Files.' }),
      PROFILES: z.string().default('/somewhere/apps/profiles').meta({ description: 'Profiles.' }),
    }),
  },
];

describe('the configuration page', () => {
  const page = configurationPage(services, '/somewhere');
  const section = (name: string) => page.split(/^## /m).find((text) => text.startsWith(`${name}\n`)) ?? '';

  it('the configuration page lists a variable that all services read the same way once', () => {
    expect(section('Every service')).toContain('| `NATS_URL` | required | text | Address of the broker. |');
    expect(page.match(/NATS_URL/g)).toHaveLength(1);
  });

  it('the configuration page names the default, the values and the meaning of every other variable under its service', () => {
    expect(section('first')).toContain(
      String.raw`| ${'`LEVEL`'} | ${'`low`'} | ${'`low`, `high`'} | Low \| high. |`,
    );
    expect(section('first')).toContain('| `RETRIES` | `3` | 1 to 9 | Retries. |');
    expect(section('first')).toContain('| `DELAY_MS` | `500` | 1 or more | Pause. |');
    expect(section('first')).toContain(String.raw`| none | address | Page with \<id>. |`);
  });

  it('the configuration page does not depend on the machine that generates it', () => {
    expect(section('second')).toContain('`<temporary directory>/cache`');
    expect(section('second')).toContain('`apps/profiles`');
  });

  it('the configuration page is refused for a variable without a description', () => {
    const schema = z.object({ SILENT: z.string() });
    expect(() => configurationPage([{ name: 'third', schema }])).toThrow('SILENT has no description');
  });
});
