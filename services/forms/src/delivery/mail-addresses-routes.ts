import { normalEmail } from '@app/contracts/entered-line'
import { notFound } from '@app/contracts/errors'
import {
  findSuppressed,
  listSuppressed,
  retryAddress,
  showUnsubscribe,
  unsubscribe,
} from '@app/contracts/mail-addresses'
import { serve } from '@app/service/serve'
import type { MailAddresses } from '../addresses/mail-addresses'
import type { MailingStore } from '../mailings/mailing'

const pages = {
  ask: {
    status: 200,
    title: 'Get no more of these emails?',
    // Sent to the address of the page itself, with the token in it.
    body: '<form method="post"><button name="List-Unsubscribe" value="One-Click">Unsubscribe</button></form>',
  },
  done: {
    status: 200,
    title: 'You are unsubscribed',
    body: '<p>You will get no more emails to several people. Answers to what you ask us still reach you.</p>',
  },
  expired: {
    status: 404,
    title: 'This link has expired',
    body: '<p>Answer the email instead and ask us to stop.</p>',
  },
}

const style =
  'body{font:1.125rem/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1.25rem;color:#20301f;background:#fbf9f2}' +
  'h1{font-size:1.5rem}button{font:inherit;font-weight:600;padding:.75rem 1.5rem;border:0;border-radius:.5rem;background:#23512f;color:#fff}' +
  '@media(prefers-color-scheme:dark){body{color:#eceade;background:#161d16}button{background:#8fcf9b;color:#10210f}}'

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** A page without scripts, for whoever opens the address in an email. */
function unsubscribePage(name: keyof typeof pages): Response {
  const { status, title, body } = pages[name]
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style><main><h1>${title}</h1>${body}</main></html>`
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
    },
  })
}

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
      throw notFound('Mailings do not leave out this address.')
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
