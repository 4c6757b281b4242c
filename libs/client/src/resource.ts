import { List } from './page.ts';
import type { ListQuery } from './page.ts';
import type { CallOptions, Order } from './transport.ts';

/** A resource with an id that can be read. */
export class Readable<T extends object, Q extends ListQuery = ListQuery> extends List<T, Q> {
  /** @throws ApiError (404 if no resource has this id), ConnectionError */
  get(id: string, options?: CallOptions): Promise<T> {
    return this.order({ method: 'GET', id, options });
  }

  /** Calls below this resource, `action` for example `check`; most of them are a POST. */
  protected order<R = T>({ id, action, ...order }: Call): Promise<R> {
    return this.transport.json<R>({ method: 'POST', ...order, path: this.pathOf(id, action) });
  }

  /** A call without a body that does something with this resource. */
  protected act<R = T>(id: string, action: string, options?: CallOptions): Promise<R> {
    return this.order<R>({ id, action, options });
  }

  protected pathOf(id?: string, action?: string): string {
    return [
      this.path,
      ...(id === undefined ? [] : [segment(id)]),
      ...(action === undefined ? [] : [action]),
    ].join('/');
  }
}

type Call = Omit<Order, 'path' | 'method'> & { method?: Order['method']; id?: string; action?: string };

export interface Shapes {
  resource: object;
  input: unknown;
  update: unknown;
  query: ListQuery;
  /** The type for API keys with the scope `write`, if it has more fields. */
  written?: object;
  /** The response to a creation, if it has more fields. */
  created?: object;
}

type Written<S extends Shapes> = S extends { written: infer W extends object } ? W : S['resource'];

type Created<S extends Shapes> = S extends { created: infer C extends object } ? C : Written<S>;

/** A resource that can be created. */
export class Creatable<
  T extends object,
  I,
  Q extends ListQuery = ListQuery,
  C extends object = T,
> extends Readable<T, Q> {
  /** Sends an Idempotency-Key, so that a retry creates nothing twice. @throws ApiError, ConnectionError */
  create(input: I, options?: CallOptions): Promise<C> {
    return this.order({ body: input, options });
  }
}

/** A resource that can be created, replaced and deleted. */
export class Resource<S extends Shapes> extends Creatable<S['resource'], S['input'], S['query'], Created<S>> {
  /** Replaces the resource. A field that is left out becomes unset. @throws ApiError, ConnectionError */
  update(id: string, input: S['update'], options?: CallOptions): Promise<Written<S>> {
    return this.order({ method: 'PUT', id, body: input, options });
  }

  /** Deletes the resource and returns it. @throws ApiError, ConnectionError */
  delete(id: string, options?: CallOptions): Promise<Written<S>> {
    return this.order({ method: 'DELETE', id, options });
  }
}

/** An id as a part of a path. @throws TypeError for an empty id, which would be the path of the list */
export function segment(id: string): string {
  if (id === '' || id === '.' || id === '..') throw new TypeError('An id is required.');
  return encodeURIComponent(id);
}
