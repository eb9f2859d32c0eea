import { renderSignInMail, type SignInMail, type SignInMailJob, sendFailure, type Transport } from '@app/mail'
import { mails, timed } from '../mail-metrics'

type Deps = {
  transport: Pick<Transport, 'send'>
  log: { info(details: object, event: string): void; warn(details: object, event: string): void }
  mailDomain: string
  now?: () => number
}

/**
 * Sends a sign-in mail. A temporary failure is thrown, so that the queue retries until the mail expires; a permanent one is
 * not.
 */
export const sendSignInMail =
  ({ transport, log, mailDomain, now = Date.now }: Deps) =>
  async (
    mail: SignInMail,
    { mailId, expiresAt, requestId }: Pick<SignInMailJob, 'mailId' | 'expiresAt' | 'requestId'>,
  ): Promise<void> => {
    const { kind, to } = mail
    const minutes = Math.max(1, Math.floor((Date.parse(expiresAt) - now()) / 60_000))
    try {
      await timed('sign-in', () =>
        transport.send({
          ...renderSignInMail(mail, minutes),
          messageId: `<${mailId}.${kind}@${mailDomain}>`,
          to: { name: '', address: to },
        }),
      )
    } catch (error) {
      const failure = sendFailure(error)
      mails.add({ kind, outcome: failure.permanent ? 'failed' : 'retried' })
      log.warn({ requestId, kind, ...failure }, 'mail delivery failed')
      if (failure.permanent) return
      // The queue stores the message in Redis, and that of the mail server may quote the address.
      throw new Error(failure.reason)
    }
    mails.add({ kind, outcome: 'sent' })
    log.info({ requestId, kind }, 'mail sent')
  }
