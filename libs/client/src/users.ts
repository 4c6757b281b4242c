import type { InvitedUser, User, UserInput, UserUpdate } from './contract-types.ts';
import type { ListQuery } from './page.ts';
import type { Resource } from './resource.ts';

/** The people who may sign in to the dashboard of the account. `create` invites a person, and says whether an email was sent. */
export type Users = Resource<{
  resource: User;
  input: UserInput;
  update: UserUpdate;
  query: ListQuery;
  created: InvitedUser;
}>;
