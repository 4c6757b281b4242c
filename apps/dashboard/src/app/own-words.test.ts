import { TargetCheck } from '@estate/contracts';
import type { Property, TimelineEntry } from '@estate/client';
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { PicturesSection } from '../pages/properties/pictures-section.tsx';
import { targetSettingsMessages } from '../text/target-settings-messages.ts';
import { EntryItem } from '../timeline/entry-item.tsx';
import { drawn } from '../api/drawn.fixture.ts';

const AT = '2026-11-28T02:00:00.000Z';

describe('the dashboard in its own words', () => {
  it('each step of a check of a portal has a text for each of its outcomes', () => {
    const risky = ['tls', 'reportFolder'];
    const outcomes = TargetCheck.shape.steps.element.shape.name.options.flatMap((name) => [
      `check.${name}.good`,
      ...(risky.includes(name) ? [`check.${name}.warn`] : []),
      // Without the folder with results, publishing goes on.
      ...(name === 'reportFolder' ? [] : [`check.${name}.bad`]),
    ]);
    expect(outcomes.filter((key) => !(key in targetSettingsMessages))).toEqual([]);
  });

  it('the timeline says itself what was found on a portal, and repeats the words of the portal', () => {
    const ids = { id: 'e', at: AT, propertyId: 'p', listingId: 'l', targetId: 't' };
    const words = (message: object) => {
      const messages = [{ severity: 'error', text: 'raw words', ...message }];
      const entry = { ...ids, kind: 'listing_answered', state: 'removed', source: 'api', messages };
      const props = { entry: entry as unknown as TimelineEntry, entries: [] };
      return drawn(createElement(EntryItem, props), { role: 'viewer' });
    };
    expect(words({})).toContain('raw words');
    expect(words({ observed: 'vanished' })).not.toContain('raw words');
    expect(words({ observed: 'vanished' })).toContain('The property was missing on the portal.');
  });

  it('a file that a property is published without is named, with a meaning and the words of the service', () => {
    const property = {
      ...{ id: 'p', links: [], attachments: [{ url: 'https://files.example/plan.jpg', title: 'Plan' }] },
      attachmentFailures: [
        { position: 0, failureCode: 'attachment_unreadable', failureMessage: 'raw words' },
      ],
    } as unknown as Property;
    const section = drawn(createElement(PicturesSection, { property }), { role: 'viewer' });
    for (const words of ['Plan: ', 'An attachment is damaged', 'raw words']) expect(section).toContain(words);
  });
});
