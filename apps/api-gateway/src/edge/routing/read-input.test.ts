import { describe, expect, it } from 'vitest';
import { ListQuery, PropertyInput, WebhookInput, updateProperty } from '@estate/contracts';
import { InvalidInput } from '@estate/errors';
import type { HttpRequest } from '@estate/http';
import { readInput } from './read-input.ts';
import { sampleRequest } from './sample-request.fixture.ts';

const request = (body: unknown, params: Record<string, string> = {}) => sampleRequest({ body, params });
const fields = {
  title: 'Loft',
  address: { street: 'A', streetNumber: '1', postalCode: '80331', city: 'München', publish: true },
  apartmentType: 'loft',
  livingArea: 80,
  numberOfRooms: 2.5,
  purchasePrice: 1,
};

function refusal(schema: Parameters<typeof readInput>[0], from: HttpRequest): InvalidInput {
  try {
    readInput(schema, from);
  } catch (error) {
    if (error instanceof InvalidInput) return error;
  }
  throw new Error('was not refused');
}

describe('reading the input of a route', () => {
  it('reading the input of a route reports every problem of a body at once, each by the name of its field', () => {
    const bad = {
      type: 'apartmentBuy',
      colour: 'red',
      fields: {
        ...fields,
        condition: 'lovely',
        livingArea: 'big',
        numberOfRooms: 2.345,
        purchasePrice: undefined,
      },
      attachments: [{ url: 'ftp://example.org/a.jpg' }],
    };
    const { problems, message } = refusal(PropertyInput, request(bad));
    const byPath = Object.fromEntries(problems.map((problem) => [problem.path, problem.message]));
    expect(byPath['colour']).toBe('colour is not a known field');
    expect(byPath['fields.condition']).toMatch(/^fields\.condition must be one of firstTimeUse, mint/);
    expect(byPath['fields.livingArea']).toBe('fields.livingArea must be a number');
    expect(byPath['fields.numberOfRooms']).toBe('fields.numberOfRooms must be a multiple of 0.01');
    expect(byPath['fields.purchasePrice']).toBe(
      'fields.purchasePrice is required unless purchasePriceOnRequest is true',
    );
    expect(byPath['attachments.0.url']).toBe('attachments.0.url must be an http or https URL');
    for (const text of Object.values(byPath)) expect(message).toContain(text);
  });

  it('reading the input of a route accepts a property on request without a price, and fills in the country', () => {
    const { purchasePrice, ...rest } = fields;
    const property = { type: 'apartmentBuy', fields: { ...rest, purchasePriceOnRequest: true } };
    expect(purchasePrice).toBe(1);
    expect(readInput(PropertyInput, request(property)).fields.address.country).toBe('DEU');
  });

  it.each([
    ['need', 'energyNeed'],
    ['consumption', 'energyConsumption'],
  ])(
    'reading the input of a route asks for the value that a certificate of type %s carries',
    (type, field) => {
      const certificate = { type, energySource: 'gas' };
      const { problems } = refusal(
        PropertyInput,
        request({ type: 'apartmentBuy', fields: { ...fields, residentialEnergyCertificate: certificate } }),
      );
      expect(problems.map(({ path }) => path)).toEqual([`fields.residentialEnergyCertificate.${field}`]);
    },
  );

  it('reading the input of a route refuses a body that repeats a path parameter', () => {
    const { problems } = refusal(updateProperty.input, request({ id: 'x', fields }, { id: 'y' }));
    expect(problems).toEqual([{ path: 'id', message: 'id is not a known field', code: 'unknown-field' }]);
  });

  it.each([undefined, null, [], 'text', 7])(
    'reading the input of a route refuses the body %j in words',
    (body) => {
      const { problems } = refusal(PropertyInput, { ...request(body), method: 'PUT' });
      expect(problems[0]?.message).toBe('the body must be a JSON object');
    },
  );

  it('reading the input of a route says that a missing enumeration is required and which values there are', () => {
    expect(refusal(PropertyInput, request({ fields })).message).toContain(
      'type is required and must be one of apartmentBuy',
    );
  });

  it('reading the input of a route says that a missing list is required and which values it can have', () => {
    expect(refusal(WebhookInput, request({})).message).toMatch(
      /^url is required; events is required and must contain at least one of request\.created, /,
    );
    expect(refusal(WebhookInput, request({ events: 'x' })).message).toContain('events must be an array');
  });

  it('reading the input of a route refuses an event that is named twice, and a list without any', () => {
    const twice = { url: 'https://example.org', events: ['request.created', 'request.created'] };
    expect(refusal(WebhookInput, request(twice)).message).toBe('events must not contain an event twice.');
    expect(refusal(WebhookInput, request({ ...twice, events: [] })).message).toMatch(
      /^events must contain at least 1 of request\.created, /,
    );
  });

  it('reading the input of a route names what a query repeats or does not know, and reads a query of HEAD as of GET', () => {
    const query = { limit: ['1', '2'], colour: 'red', order: 'up' };
    for (const method of ['GET', 'HEAD']) {
      const { problems } = refusal(ListQuery, { ...request(undefined), method, query });
      const byPath = Object.fromEntries(problems.map((problem) => [problem.path, problem.message]));
      expect(byPath).toEqual({
        limit: 'limit must be given only once',
        colour: 'colour is not a known query parameter',
        order: 'order must be one of asc, desc',
      });
    }
  });

  it('reading the input of a route refuses a query where nothing is read from one', () => {
    const { problems } = refusal(WebhookInput, {
      ...request({ url: 'https://example.org', events: ['request.created'] }),
      query: { dryRun: 'true' },
    });
    expect(problems.map(({ message }) => message)).toEqual(['dryRun is not a known query parameter']);
  });
});
