/** The retention of messages in the streams of facts and events, and in the service that published them. */
export const MESSAGES_KEPT_DAYS = 7;
