import { randomBytes } from 'node:crypto'
import { isThisMachine } from '@app/config'
import { Elysia } from 'elysia'
import type { MailStore } from './mail-store'
import { createRefusals, type Refusals } from './mail-store'
import { mailPage } from './page'
import { type Replier, replyDraft } from './reply'
import { samplesPage } from './samples'

/** Frames inherit it: a mail can neither run scripts nor load anything. */
const policy = (nonce: string) =>
  [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `script-src 'nonce-${nonce}'`,
    'img-src data:',
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** True if a request names this machine, or the container. */
function isOwnName(request: Request): boolean {
  const { hostname, pathname } = new URL(request.url)
  // Probes use the address of the container.
  if (pathname === '/healthz') return true
  return hostname === 'mail-box' || isThisMachine(hostname)
}

export const createApp = (store: MailStore, refusals: Refusals = createRefusals(), sendReply?: Replier) =>
  new Elysia({ name: 'mail-box' })
    // A page elsewhere could point its own name at this machine and read the mails (DNS rebinding).
    .onRequest(({ request }) => {
      if (isOwnName(request)) return
      return new Response('The mail box answers at its own address only.\n', { status: 421 })
    })
    .get('/healthz', () => ({ status: 'ok' }))
    .get('/api/messages', ({ set }) => {
      set.headers['cache-control'] = 'no-store'
      return [...store.list()]
    })
    .post(
      '/api/messages/:id/reply',
      async ({ params, body, status }) => {
        const message = store.list().find(({ id }) => id === params.id)
        if (!message) return status(404, { error: 'This email is no longer stored.' })
        if (!sendReply) return status(409, { error: 'INBOUND_SMTP_URL is not set: the product receives no mail.' })
        const failure = await sendReply(message, body)
        return failure ? status(502, { error: failure }) : { success: true }
      },
      { body: replyDraft },
    )
    .get('/api/refusals', () => refusals.list())
    .put('/api/refusals/:address', ({ params }) => {
      refusals.add(params.address)
      return refusals.list()
    })
    .delete('/api/refusals/:address', ({ params }) => {
      refusals.remove(params.address)
      return refusals.list()
    })
    .get('/samples', samplesPage)
    .get('/', ({ query }) => {
      const nonce = randomBytes(16).toString('base64')
      return new Response(mailPage(store.list(), String(query.id ?? ''), nonce, sendReply !== undefined), {
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': policy(nonce),
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
          'x-content-type-options': 'nosniff',
        },
      })
    })
