import { PropertyChanged } from '@estate/contracts';
import { withTrace } from '@estate/observability';
import { expect, it } from 'vitest';
import { message } from './message.ts';
import { ACCOUNT } from './suite-fixtures.ts';

const about = { id: ACCOUNT, accountId: ACCOUNT, at: new Date() };

it('a message belongs to the request it was made in', () => {
  const made = withTrace({ requestId: 'req-12345678' }, () =>
    message(PropertyChanged, PropertyChanged.example, about),
  );
  expect(made).toMatchObject({ subject: PropertyChanged.subject, requestId: 'req-12345678' });
  expect(made.traceparent).toMatch(/^00-/);
});

it('a message that breaks its contract is never made', () => {
  const wrong = { ...PropertyChanged.example, revision: 0 };
  expect(() => message(PropertyChanged, wrong, about)).toThrow('revision must be at least 1');
  expect(() => message(PropertyChanged, PropertyChanged.example, { ...about, id: 'short' })).toThrow(
    'id must be an id',
  );
});
