// Generated from the folders `apps/*/src/manifest.ts` by `npx nx derive`; do not edit.
import { manifest as apiGateway } from '@estate/api-gateway/manifest';
import { manifest as catalog } from '@estate/catalog/manifest';
import { manifest as distribution } from '@estate/distribution/manifest';
import { manifest as importer } from '@estate/importer/manifest';
import { manifest as inbox } from '@estate/inbox/manifest';
import { manifest as notifier } from '@estate/notifier/manifest';

export const MANIFESTS = [apiGateway, catalog, distribution, importer, inbox, notifier] as const;
