/** Why no mail comes in, in words for staff: they read the message in the settings. */
export class MailSourceFailure extends Error {}
