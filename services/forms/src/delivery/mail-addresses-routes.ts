import {
  findSuppressed,
  listSuppressed,
  retryAddress,
  showUnsubscribe,
  unsubscribe,
} from '@app/contracts/calls/mail-addresses'
import { normalEmail } from '@app/contracts/email-address'
import { AppError } from '@app/contracts/errors'
import { serve } from '@app/service/serve'
import type { MailAddresses } from '../addresses/mail-addresses'
import type { MailingStore } from '../mailings/mailing'
import { unsubscribePage } from './unsubscribe-page'

type Deps = {
  mailAddresses: Pick<MailAddresses, 'find' | 'page' | 'retry' | 'suppress'>
  mailings: Pick<MailingStore, 'recipientWith'>
}

/** Which addresses mailings leave out, and how their owners leave. */
export const mailAddressRoutes = ({ mailAddresses, mailings }: Deps) => [
  serve(findSuppressed, async ({ query }) => ({ suppressed: (await mailAddresses.find([query.email]))[0] ?? null })),
  serve(listSuppressed, ({ query }) => mailAddresses.page(Number(query.page))),
  serve(retryAddress, async ({ body }) => {
    if (!(await mailAddresses.retry(normalEmail(body.email) ?? '')))
      throw new AppError('not_found', 'Mailings do not leave out this address.')
    return { success: true }
  }),
  serve(showUnsubscribe, () => unsubscribePage('ask')),
  serve(unsubscribe, async ({ query }) => {
    const email = await mailings.recipientWith(query.t)
    if (!email) return unsubscribePage('expired')
    await mailAddresses.suppress(email, { reason: 'unsubscribed', at: new Date() })
    return unsubscribePage('done')
  }),
]
