import { measurePublish } from './zz-publish.ts'; await measurePublish();
