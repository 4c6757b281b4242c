// A program of ES modules, to be run by every runtime. usage: journey.mjs <address>
import process from 'node:process';
import * as api from '@estate/client';
import journey from './journey-steps.cjs';

await journey(api, process.argv[2]);
