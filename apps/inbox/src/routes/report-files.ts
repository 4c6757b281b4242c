import { receiveReportFile } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { REPORT_FOLDER } from '../domain/mail.ts';
import { inMemory } from '../intake/raw-mail.ts';
import { headerIn, mailOf } from '../intake/report-file.ts';

/** Stores a result file as an email to the report address of its target. */
const receiveReportFileRoute = ({ intake }: Pick<Deps, 'intake'>) =>
  answer(
    receiveReportFile,
    async ({ base64, beginningBase64 = '', sizeBytes, isTruncated: truncated, ...file }) => {
      const bytes = Buffer.concat([
        headerIn(Buffer.from(beginningBase64, 'base64')),
        Buffer.from(base64, 'base64'),
      ]);
      const raw = inMemory(mailOf({ ...file, bytes }));
      const size = truncated ? sizeBytes : raw.length;
      await intake([{ raw, truncated, sizeBytes: size, source: REPORT_FOLDER, envelopeTo: [file.address] }]);
      return {};
    },
  );

/** For services. */
export const reportFileRoutes = (deps: Deps) => [receiveReportFileRoute(deps)];
