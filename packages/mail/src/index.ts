export {
  type DeliveryJob,
  type DeliveryQueue,
  deliveryQueue,
  type QueueState,
  type SignInContext,
  type SignInMail,
  type SignInMailJob,
  type SignInQueue,
  signInMailJob,
  signInQueue,
} from './queue'
// Its function is imported from there: nodemailer takes 7 MB, and only the worker sends.
export type { Letterhead, Transport } from './smtp-transport'
export { renderSignInMail } from './templates/login-code'
export type { Look, MailLogo } from './templates/markup'
export { withFooter } from './templates/markup'
export { renderAssignment, renderMention } from './templates/notice'
export { renderNotification, renderReminder } from './templates/notification'
export { renderMailing, renderReply, renderThankYou } from './templates/reply'
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
