/** The streams of facts and events keep a message this long, and so does the service that published it. */
export const MESSAGES_KEPT_DAYS = 7;
