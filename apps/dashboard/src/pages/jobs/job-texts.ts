import { jobMessages } from '../../text/job-messages.ts';
import { addMessages } from '../../text/messages.ts';
import { publishingMessages } from '../../text/publishing-messages.ts';

addMessages(jobMessages);
addMessages(publishingMessages);
