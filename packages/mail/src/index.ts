export { type DeliveryJob, type SignInContext, type SignInMail, type SignInMailJob, sealSignInMail } from './jobs'
export { type DeliveryQueue, deliveryQueue, type QueueState, type SignInQueue, signInQueue } from './queue'
// Its function is imported from there: nodemailer takes 7 MB, and only the worker sends.
export type { Letterhead, Transport } from './smtp-transport'
export { renderAssignment } from './templates/assignment'
export { withFooter } from './templates/footer'
export type { Look, MailLogo } from './templates/look'
export { renderMailing } from './templates/mailing'
export { renderMention } from './templates/mention'
export { renderNotification } from './templates/notification'
export { renderReminder } from './templates/reminder'
export { renderReply } from './templates/reply'
export { renderSignInMail } from './templates/sign-in-mail'
export { renderThankYou } from './templates/thank-you'
export {
  type Address,
  type Mail,
  type MailContent,
  maxSendMs,
  type SendFailure,
  SendRefused,
  sendFailure,
} from './transport'
export { connections, deliveryWorker, signInMailWorker } from './worker'
