import { type LoginCodeJob, renderLoginCode, sendFailure, type Transport } from '@app/mail'

type Deps = {
  transport: Pick<Transport, 'send'>
  log: { info(details: object, event: string): void; warn(details: object, event: string): void }
  mailDomain: string
  now?: () => number
}

/**
 * Mails a login code. A fault is thrown, so that the queue tries again while the code lives; a refusal for good is not.
 */
export const sendLoginCode =
  ({ transport, log, mailDomain, now = Date.now }: Deps) =>
  async (
    { to, code }: { to: string; code: string },
    { challengeId, expiresAt, requestId }: LoginCodeJob,
  ): Promise<void> => {
    const minutes = Math.max(1, Math.floor((Date.parse(expiresAt) - now()) / 60_000))
    try {
      await transport.send({
        ...renderLoginCode({ code, minutes }),
        messageId: `<${challengeId}.login_code@${mailDomain}>`,
        to: { name: '', address: to },
      })
    } catch (error) {
      const failure = sendFailure(error)
      log.warn({ requestId, kind: 'login_code', ...failure }, 'mail not sent')
      if (failure.permanent) return
      throw error
    }
    log.info({ requestId, kind: 'login_code' }, 'mail sent')
  }
