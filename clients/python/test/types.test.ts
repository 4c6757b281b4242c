import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { pythonTypes } from '../src/python-types.ts';
import type { Schema } from '../src/python-types.ts';

const fileAt = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const MODULE = fileAt('../estate_client/types.py');
const { components } = JSON.parse(
  readFileSync(fileAt('../../../apps/api-gateway/reference/openapi.json'), 'utf8'),
) as { components: { schemas: Record<string, Schema> } };

describe('pythonTypes', () => {
  it('pythonTypes gives required and optional fields, choices, parts and inner objects', () => {
    const text = { type: 'string' };
    const module = pythonTypes({
      Part: { type: 'object', properties: { city: text }, required: ['city'] },
      Whole: {
        description: 'A "whole".',
        allOf: [{ $ref: '#/components/schemas/Part' }],
        type: 'object',
        properties: {
          kind: { enum: ['a', 'b'] },
          inner: { type: 'object', properties: { count: { type: 'integer' } } },
          values: { type: 'object', additionalProperties: { type: ['number', 'null'] } },
        },
        required: ['kind'],
      },
      Either: {
        properties: { id: text },
        required: ['id'],
        oneOf: [{ $ref: '#/components/schemas/Part' }, { $ref: '#/components/schemas/Whole' }],
      },
    });
    expect(module).toContain('class Part(TypedDict):\n    city: str\n');
    expect(module).toContain(
      'class Whole(Part):\n    """A "whole"."""\n\n    kind: Literal["a", "b"]\n    inner: NotRequired[WholeInner]\n    values: NotRequired[Dict[str, Union[float, None]]]\n',
    );
    expect(module).toContain('class WholeInner(TypedDict, total=False):\n    count: int\n');
    expect(module).toContain('class EitherPart(EitherShared, Part):\n    pass\n');
    expect(module).toContain('Either = Union["EitherPart", "EitherWhole"]\n');
  });

  it('pythonTypes never gives a class a field that it inherits, and names a type that is the same once', () => {
    const text = { type: 'string' };
    const module = pythonTypes({
      StoredAddress: { type: 'object', properties: { city: { ...text, description: 'As it was.' } } },
      Address: { type: 'object', properties: { city: text } },
      Both: {
        allOf: [{ $ref: '#/components/schemas/Address' }, { $ref: '#/components/schemas/StoredAddress' }],
        properties: { at: { $ref: '#/components/schemas/StoredAddress' } },
        required: ['at'],
      },
      Other: { allOf: [{ $ref: '#/components/schemas/Address' }], properties: { city: { type: 'integer' } } },
    });
    expect(module).toContain('class Address(TypedDict, total=False):\n    city: str\n');
    expect(module).toContain('StoredAddress = Address\n');
    expect(module).toContain('class Both(TypedDict):\n    city: NotRequired[str]\n    at: Address\n');
    expect(module).toContain('class Other(TypedDict, total=False):\n    city: int\n');
  });

  it('pythonTypes writes one class for types that are the same, also where others name them', () => {
    const text = { type: 'string' };
    const inner = { type: 'object', properties: { id: text }, required: ['id'] };
    const page = { type: 'object', properties: { items: { type: 'array', items: inner } } };
    const module = pythonTypes({
      Users: page,
      Contacts: page,
      Described: { ...page, description: 'Another one.' },
      Either: { oneOf: [{ $ref: '#/components/schemas/Users' }, { $ref: '#/components/schemas/Contacts' }] },
    });
    expect(module).toContain('class UsersItemsItem(TypedDict):\n    id: str\n');
    expect(module).toContain('class Users(TypedDict, total=False):\n    items: List[UsersItemsItem]\n');
    expect(module).toContain(
      'class Described(TypedDict, total=False):\n    """Another one."""\n\n    items: List[UsersItemsItem]\n',
    );
    expect(module).toMatch(
      /\n\nContactsItemsItem = UsersItemsItem\nContacts = Users\nDescribedItemsItem = UsersItemsItem\nEither = Union\["Users"\]\n$/,
    );
  });

  it('the types of the Python client are those of the API; UPDATE_SNAPSHOTS=true writes them', () => {
    const now = pythonTypes(components.schemas);
    if (process.env['UPDATE_SNAPSHOTS'] === 'true') writeFileSync(MODULE, now);
    expect(existsSync(MODULE) && readFileSync(MODULE, 'utf8') === now).toBe(true);
  });
});
