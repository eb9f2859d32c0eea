import type { Transport } from '@app/mail'

/**
 * Where synthetic inquiries go: to `recipient`, who is no person of the school; without one the mail server is only signed in to,
 * and nothing is sent.
 */
export const syntheticTransport = (
  transport: Pick<Transport, 'send' | 'verify'>,
  recipient: string | undefined,
): Pick<Transport, 'send'> => ({
  send: (mail) => (recipient ? transport.send({ ...mail, to: { name: '', address: recipient } }) : transport.verify()),
})
