import { renderSignInMail, type SignInMail, type SignInMailJob, sendFailure, type Transport } from '@app/mail'
import { mails, timed } from './deliver-mail'

type Deps = {
  transport: Pick<Transport, 'send'>
  log: { info(details: object, event: string): void; warn(details: object, event: string): void }
  mailDomain: string
  /** The name of the school; empty while it is not known. */
  school: () => Promise<string>
  now?: () => number
}

type About = Pick<SignInMailJob, 'mailId' | 'expiresAt' | 'requestId'>

const refused = ({ to, by, loginUrl }: Extract<SignInMail, { kind: 'invitation' }>): SignInMail => ({
  kind: 'invitation_refused',
  to: by,
  email: to,
  peopleUrl: new URL('/admin/people', loginUrl).href,
})

/**
 * Sends a sign-in mail. A temporary failure is thrown, so that the queue retries until the mail expires; a permanent one is
 * not, and of an invitation it is reported to the admin who sent it.
 */
export const sendSignInMail = ({ transport, log, mailDomain, school, now = Date.now }: Deps) => {
  const send = async (mail: SignInMail, about: About): Promise<void> => {
    const { mailId, expiresAt, requestId } = about
    const { kind, to } = mail
    const minutes = Math.max(1, Math.floor((Date.parse(expiresAt) - now()) / 60_000))
    const content = renderSignInMail(mail, minutes, await school())
    try {
      await timed('sign-in', () =>
        transport.send({
          ...content,
          messageId: `<${mailId}.${kind}@${mailDomain}>`,
          autoSubmitted: 'auto-generated',
          to: { name: '', address: to },
        }),
      )
    } catch (error) {
      const failure = sendFailure(error)
      mails.add({ kind, outcome: failure.permanent ? 'failed' : 'retried' })
      log.warn({ requestId, kind, ...failure }, 'mail delivery failed')
      // The queue stores the message in Redis, and that of the mail server may quote the address.
      if (!failure.permanent) throw new Error(failure.reason)
      if (kind === 'invitation') await send(refused(mail), about)
      return
    }
    mails.add({ kind, outcome: 'sent' })
    log.info({ requestId, kind }, 'mail sent')
  }
  return send
}
