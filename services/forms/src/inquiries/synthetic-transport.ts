import type { Transport } from '@app/mail'

/**
 * Sends synthetic inquiries to `recipient`, which is not a person at the school; without one it only signs in to the mail
 * server and sends nothing.
 */
export const syntheticTransport = (
  transport: Pick<Transport, 'send' | 'verify'>,
  recipient: string | undefined,
): Pick<Transport, 'send'> => ({
  send: (mail) => (recipient ? transport.send({ ...mail, to: { name: '', address: recipient } }) : transport.verify()),
})
