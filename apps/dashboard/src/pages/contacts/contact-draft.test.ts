import { expect, it } from 'vitest';
import { contactInputOf } from './contact-draft.ts';

it('the form of a contact sends what is filled in, without spaces around it, and leaves out the rest', () => {
  const draft = { email: ' anna@example.org ', lastName: 'Beispiel', firstName: ' ', phone: '+49 89 1 ' };
  expect(contactInputOf(draft)).toEqual({
    ...{ email: 'anna@example.org', lastName: 'Beispiel', phone: '+49 89 1' },
  });
});

it('the form of a contact sends a missing required field as empty, so that the API names it', () => {
  expect(contactInputOf({})).toEqual({ email: '', lastName: '' });
});

it('the form of a contact keeps the photo, and sends none that was removed', () => {
  const photo = 'https://api.example.org/attachments/d1a2b3c4e5f6g7h8i9j0';
  const draft = { email: 'a@example.org', lastName: 'B', photo };
  expect(contactInputOf(draft)).toEqual(draft);
  expect(contactInputOf({ ...draft, photo: undefined })).not.toHaveProperty('photo');
});

it('the form of a contact sends no field that is not one of the form', () => {
  const stored = { id: 'c1', createdAt: 'x', email: 'a@example.org', lastName: 'B' };
  expect(contactInputOf(stored)).toEqual({ email: 'a@example.org', lastName: 'B' });
});
