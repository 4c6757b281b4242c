import { describePropertyType, PROPERTY_TYPES } from '@estate/contracts';
import type { PublicationProblem, Webhook } from '@estate/client';
import { createElement } from 'react';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { DryRunSection } from '../pages/listings/dry-run.tsx';
import { ToolsSection } from '../pages/webhooks/tools-section.tsx';
import { ImageField } from '../pictures/image-field.tsx';
import { PortalProblems } from '../portal/portal-problems.tsx';
import { drawn } from '../api/drawn.fixture.ts';

const type = { ...describePropertyType(PROPERTY_TYPES.plotRent), formats: [] };
const problem = {
  field: 'fields.title',
  code: 'too-long',
  message: 'The title is too long.',
  severity: 'error',
};
const content = {
  errors: [problem as PublicationProblem],
  warnings: [],
  leftOutFields: [],
  leftOutParts: [],
};
const words = { name: 'Photo', choose: 'Choose', replace: 'Replace', remove: 'Remove', text: 'Any image.' };

const PARTS: Readonly<Record<string, () => ReactNode>> = {
  'the section of the dry run': () =>
    createElement(DryRunSection, { wish: { propertyId: 'p', targetId: 't' } }),
  'the tools of a webhook': () =>
    createElement(ToolsSection, { webhook: { id: 'w', events: ['publication.succeeded'] } as Webhook }),
  'the photo of a contact': () =>
    createElement(ImageField, { words, isSet: false, change: () => undefined, children: 'the image' }),
  'the problems of a portal': () =>
    createElement(PortalProblems, { propertyId: 'p', type, content: content as never, isChecked: true }),
};

const CONTROL = /<button|<input|<select|href=/;

describe('a viewer', () => {
  it.each(Object.keys(PARTS))('%s has what an editor can use, and nothing of it for a viewer', (name) => {
    const part = PARTS[name];
    expect(drawn(part?.(), { role: 'editor' })).toMatch(CONTROL);
    expect(drawn(part?.(), { role: 'viewer' })).not.toMatch(CONTROL);
  });
});
