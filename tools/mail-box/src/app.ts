import { randomBytes } from 'node:crypto'
import { Elysia } from 'elysia'
import type { MailStore } from './mail-store'
import { mailPage } from './page'
import { createRefusals, type Refusals } from './refusals'

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

export const createApp = (store: MailStore, refusals: Refusals = createRefusals()) =>
  new Elysia({ name: 'mail-box' })
    .get('/healthz', () => ({ status: 'ok' }))
    .get('/api/messages', ({ set }) => {
      set.headers['cache-control'] = 'no-store'
      return [...store.list()]
    })
    .get('/api/refusals', () => refusals.list())
    .put('/api/refusals/:address', ({ params }) => {
      refusals.add(params.address)
      return refusals.list()
    })
    .delete('/api/refusals/:address', ({ params }) => {
      refusals.remove(params.address)
      return refusals.list()
    })
    .get('/', ({ query }) => {
      const nonce = randomBytes(16).toString('base64')
      return new Response(mailPage(store.list(), String(query.id ?? ''), nonce), {
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': policy(nonce),
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
          'x-content-type-options': 'nosniff',
        },
      })
    })
