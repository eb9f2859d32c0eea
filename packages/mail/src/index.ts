export { type DeliveryJob, type SignInContext, type SignInMail, type SignInMailJob, sealSignInMail } from './jobs'
export { type DeliveryQueue, deliveryQueue, type QueueState, type SignInQueue, signInQueue } from './queue'
export { renderMailing } from './templates/mailing'
export { renderNotification } from './templates/notification'
export { renderReminder } from './templates/reminder'
export { renderReply } from './templates/reply'
export { renderSignInMail } from './templates/sign-in-mail'
export { renderThankYou } from './templates/thank-you'
export {
  type Address,
  type Mail,
  type MailContent,
  mailTransport,
  maxSendMs,
  type SendFailure,
  sendFailure,
  type Transport,
} from './transport'
export { connections, deliveryWorker, signInMailWorker } from './worker'
