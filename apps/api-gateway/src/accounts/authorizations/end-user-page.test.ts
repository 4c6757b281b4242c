import { CALLBACK_REFUSALS } from '@estate/contracts';
import { describe, expect, it } from 'vitest';
import { endUserPage } from './end-user-page.ts';
import type { PageReason } from './end-user-page.ts';

describe('the page of a callback that led nowhere', () => {
  it('the page of a failed callback says for each reason something of its own, and what to do', () => {
    const pages = [...CALLBACK_REFUSALS, 'away' as const].map((reason) => endUserPage(reason).body);
    expect(new Set(pages).size).toBe(CALLBACK_REFUSALS.length + 1);
    for (const page of pages) expect(page).toMatch(/start connecting again|Reload this page/);
  });

  it('the page of a failed callback is shown also for a reason that only a newer distribution knows', () => {
    const { status, body } = endUserPage('of-tomorrow' as PageReason);
    expect(status).toBe(400);
    expect(body).toContain('start connecting again');
  });
});
