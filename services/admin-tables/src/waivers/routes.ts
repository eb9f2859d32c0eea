import { idempotencyHeader } from '@app/contracts/idempotency'
import { listWaivers, listWaiverTexts, publishWaiverText, signWaiver } from '@app/contracts/waivers'
import type { ScopeOf } from '@app/record-query'
import { reply, serve } from '@app/service/serve'
import { type WaiverDeps, waiverActions } from './sign-waiver'

/** The waiver: its texts, and what was signed. */
export function waiverRoutes({ scopeOf, ...deps }: WaiverDeps & { scopeOf: ScopeOf }) {
  const waivers = waiverActions(deps)
  return [
    serve(listWaiverTexts, async () => ({ data: await waivers.texts() })),
    serve(publishWaiverText, async ({ body, actor, audited }) => {
      const published = await waivers.publish(body, actor.email)
      audited({ about: { version: published.version, hash: published.hash } })
      return reply(201, published)
    }),
    serve(listWaivers, async ({ params }) => ({ data: await waivers.list(params.id) })),
    serve(signWaiver, async ({ params, headers, body, identity, actor, audited }) => {
      const scope = scopeOf(identity.user)
      const signed = await waivers.sign(params.id, body, actor, headers[idempotencyHeader], scope)
      audited({ about: { version: signed.textVersion, hash: signed.textHash } })
      return reply(201, signed)
    }),
  ]
}
