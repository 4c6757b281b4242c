import type { Claims } from './claims.ts';
import { attributeNamed, childrenOf } from './element.ts';
import type { ReadElement } from './element.ts';
import { flagIn, isZeroDay, numberIn } from './values.ts';

/** A value of a document, its path, and the values beside it. */
export interface Found {
  text: string;
  /** The path below `immobilie`, such as `geo/land/@iso_land`. */
  path: string;
  /** The surrounding element, for reading further values. */
  within: Place;
  claim(): void;
}

/** True for zero, which software writes for a missing number. */
export const isZero = ({ text }: Found): boolean => numberIn(text) === 0;

/** True for such a number, or such a date. */
export const isUnset = (found: Found): boolean => isZero(found) || isZeroDay(found.text);

/** An element, or several of the same name, whose values are read by path. */
export class Place {
  readonly elements: readonly ReadElement[];
  readonly path: string;
  readonly #claims: Claims;
  #further: (path: string) => readonly Found[] = () => [];

  constructor(elements: readonly ReadElement[], path: string, claims: Claims) {
    this.elements = elements;
    this.path = path;
    this.#claims = claims;
  }

  /** The first value at `element`, `element/@attribute` or `@attribute`. */
  find(path: string): Found | undefined {
    return this.findAll(path)[0];
  }

  /** The first value that is filled in, or else the first one; an empty value does not count beside another. */
  findFilled(path: string): Found | undefined {
    const all = this.findAll(path);
    const filled = all.find((found) => !isUnset(found));
    if (filled !== undefined) for (const found of all) if (isUnset(found)) found.claim();
    return filled ?? all[0];
  }

  findAll(path: string): Found[] {
    const [name = '', attribute] = path.startsWith('@') ? ['', path.slice(1)] : path.split('/@');
    const elements = name === '' ? this.elements : this.inside(name).elements;
    return [
      ...elements.flatMap((element) => this.#valueOf(element, path, attribute)),
      ...this.#further(path),
    ];
  }

  /** The texts of all elements of that name, also of empty ones. */
  textsOf(name: string): Found[] {
    return this.inside(name).elements.map((element) =>
      this.#found(element, name, { value: element.text.trim() }),
    );
  }

  /** The same place, with additional values from elsewhere after its own. */
  with(further: (path: string) => readonly Found[]): Place {
    const place = new Place(this.elements, this.path, this.#claims);
    place.#further = further;
    return place;
  }

  /** The values at a path of any depth, such as `geo/land/@iso_land`. */
  below(path: string): Found[] {
    const [, above, last = ''] = /^(?:(.*)\/)?([^/]+)$/.exec(path) ?? [];
    const place = (above ?? '')
      .split('/')
      .reduce<Place>((one, name) => (name === '' ? one : one.inside(name)), this);
    return place.findAll(last);
  }

  inside(name: string): Place {
    const children = this.elements.flatMap((element) => childrenOf(element, name));
    return new Place(children, this.pathTo(name), this.#claims);
  }

  /** The first element alone. */
  first(): Place {
    return new Place(this.elements.slice(0, 1), this.path, this.#claims);
  }

  /** Each element alone. */
  each(): Place[] {
    return this.elements.map((element) => new Place([element], this.path, this.#claims));
  }

  /** The true attributes of these elements, by their names in the call. */
  trueOf(names: readonly string[]): Found[] {
    return names.flatMap((name) => this.findAll(`@${name}`).filter(({ text }) => flagIn(text) === true));
  }

  claimAll(): void {
    for (const element of this.elements) this.#claims.claimAll(element);
  }

  pathTo(path: string): string {
    return this.path === '' ? path : `${this.path}/${path}`;
  }

  #valueOf(element: ReadElement, path: string, attribute: string | undefined): Found[] {
    const given =
      attribute === undefined ? { value: element.text.trim() } : attributeNamed(element, attribute);
    return given === undefined || given.value === '' ? [] : [this.#found(element, path, given)];
  }

  #found(element: ReadElement, path: string, { value, name }: { value: string; name?: string }): Found {
    const claim = () => {
      this.#claims.claim(element, name);
    };
    return { text: value, path: path === '' ? this.path : this.pathTo(path), within: this, claim };
  }
}
