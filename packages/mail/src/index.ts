export { type DeliveryJob, type LoginCodeJob, sealLoginCode } from './jobs'
export { type MailQueue, mailQueue } from './queue'
export { renderLoginCode } from './templates/login-code'
export { renderNotification } from './templates/notification'
export { renderThankYou } from './templates/thank-you'
export {
  type Address,
  type Mail,
  type MailContent,
  mailTransport,
  type SendFailure,
  sendFailure,
  type Transport,
} from './transport'
export { deliveryWorker, loginCodeWorker } from './worker'
