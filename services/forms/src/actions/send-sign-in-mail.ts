import { renderSignInMail, type SignInMail, type SignInMailJob, sendFailure, type Transport } from '@app/mail'
import { mails, timed } from '../mail-metrics'

type Deps = {
  transport: Pick<Transport, 'send'>
  log: { info(details: object, event: string): void; warn(details: object, event: string): void }
  mailDomain: string
  now?: () => number
}

/**
 * Sends a mail around signing in. A fault is thrown, so that the queue tries again while the mail is of use; a refusal
 * for good is not.
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
      log.warn({ requestId, kind, ...failure }, 'mail not sent')
      if (failure.permanent) return
      throw error
    }
    mails.add({ kind, outcome: 'sent' })
    log.info({ requestId, kind }, 'mail sent')
  }
