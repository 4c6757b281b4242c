import { WorkOnImport } from '@estate/contracts';
import { on } from '@estate/messaging';

/** Wakes the worker, which decides by itself which import is next. */
export const onWorkOnImport = (wake: () => void) =>
  on(WorkOnImport, () => {
    wake();
    return Promise.resolve();
  });
