import { suppressionText } from '@app/contracts/mail-addresses'
import { SendRefused, type Transport } from '@app/mail'
import type { MailAddresses } from '../addresses/mail-addresses'

/**
 * Leaves out addresses that mailings do not go to: some are reported, or unsubscribe, while their mails wait. Mails that nobody can
 * unsubscribe from are sent to everyone.
 */
export const withoutSuppressed = (
  transport: Pick<Transport, 'send'>,
  addresses: Pick<MailAddresses, 'find'>,
): Pick<Transport, 'send'> => ({
  async send(mail) {
    const [suppressed] = mail.unsubscribe ? await addresses.find([mail.to.address]) : []
    if (suppressed) throw new SendRefused(`${suppressionText(suppressed)}.`)
    return transport.send(mail)
  },
})
