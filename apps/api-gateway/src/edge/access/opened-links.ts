import { ID_PATTERN, PERMISSIONS_OF_ROLE } from '@estate/contracts';
import { checkApiKeyShape, hashApiKey } from '@estate/vault';
import { isExpired } from '../../domain/api-key.ts';
import type { StoredApiKey } from '../../domain/api-key.ts';
import type { StoredDashboardLink } from '../../domain/dashboard-link.ts';
import type { DashboardLinkStore } from '../../stores/dashboard-link-store.ts';
import type { KeyRing } from './key-ring.ts';
import { permissionsOfScopes } from './permissions.ts';
import { RememberedLookUp } from './remembered-look-up.ts';
import type { SessionMembers } from './session-members.ts';

interface Parts {
  links: Pick<DashboardLinkStore, 'findByHashes' | 'findByIds'>;
  keyRing: Pick<KeyRing<StoredApiKey>, 'findByHash'>;
  members: Pick<SessionMembers, 'find'>;
  clock: () => Date;
}

/** Finds open dashboard links, cached for a few seconds. A link ends when its creator may no longer create one. */
export class OpenedLinks {
  readonly #parts: Parts;
  readonly #bySession: RememberedLookUp<StoredDashboardLink>;
  readonly #byId: RememberedLookUp<StoredDashboardLink>;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { links, clock } = parts;
    this.#bySession = new RememberedLookUp({ findAll: (hashes) => links.findByHashes(hashes), clock });
    this.#byId = new RememberedLookUp({ findAll: (ids) => links.findByIds(ids), clock });
  }

  /** True if a text can be the session key of a link. */
  isKey(presented: string): boolean {
    return checkApiKeyShape(presented, 'link');
  }

  /** The link of a session key; null if it has ended. */
  async find(presented: string): Promise<StoredDashboardLink | null> {
    if (!this.isKey(presented)) return null;
    const link = await this.#bySession.find(hashApiKey(presented));
    return link && (await this.isValid(link)) ? link : null;
  }

  async isValid(link: StoredDashboardLink): Promise<boolean> {
    return !isExpired(link, this.#parts.clock()) && (await this.#mayMakerManage(link));
  }

  /** The origins whose pages may show a link in a frame; empty for an unknown link. */
  async embedOriginsOf(id: string): Promise<readonly string[]> {
    const link = ID_PATTERN.test(id) ? await this.#byId.find(id) : null;
    return link?.embedOrigins ?? [];
  }

  /**
   * True if the creator may still manage webhooks. An identity provider ends the sessions of API keys in the dashboard, but not their use
   * by programs.
   */
  async #mayMakerManage({ maker }: StoredDashboardLink): Promise<boolean> {
    const { keyRing, members } = this.#parts;
    if ('keyHash' in maker) {
      const key = await keyRing.findByHash(maker.keyHash);
      const may = key ? permissionsOfScopes(key.scopes) : [];
      // A link also reads, so its creator must be allowed to.
      return may.includes('manage') && may.includes('read');
    }
    const member = await members.find(maker);
    return member !== null && 'user' in member && PERMISSIONS_OF_ROLE[member.user.role].includes('manage');
  }
}
