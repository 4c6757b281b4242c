import type { InvitedUser, User, UserInput, UserUpdate } from './contract-types.ts';
import type { ListQuery } from './page.ts';
import { Resource } from './resource.ts';
import type { CallOptions } from './transport.ts';

/** The people who may sign in to the dashboard of the account. */
export class Users extends Resource<{
  resource: User;
  input: UserInput;
  update: UserUpdate;
  query: ListQuery;
}> {
  /** Invites a person, and says whether an email was sent. @throws ApiError, ConnectionError */
  override create(input: UserInput, options?: CallOptions): Promise<InvitedUser> {
    return this.order({ method: 'POST', body: input, options });
  }
}
