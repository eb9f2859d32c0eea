import { idempotencyHeader } from '@app/contracts/idempotency'
import { listWaivers, listWaiverTexts, publishWaiverText, signWaiver } from '@app/contracts/waivers'
import { reply, serve } from '@app/service/serve'
import type { Context, Part } from '../context'
import type { Records } from '../records/module'
import type { Tables } from '../tables/module'
import { waiverActions } from './sign-waiver'
import { waiverStore } from './waiver-store'

/** The waiver: its texts, and what was signed. */
export function waiversModule(context: Context, below: { tables: Tables; records: Records }) {
  const { collection, hasSamples, scopeOf } = context
  const { tables } = below.tables
  const { records, revisions, apply } = below.records
  const waivers = waiverStore(collection, { hasSamples })
  const actions = waiverActions({ tables, records, waivers, revisions, apply })
  const part: Part = {
    stores: [waivers],
    routes: [
      serve(listWaiverTexts, async () => ({ data: await actions.texts() })),
      serve(publishWaiverText, async ({ body, actor, audited }) => {
        const published = await actions.publish(body, actor.email)
        audited({ about: { version: published.version, hash: published.hash } })
        return reply(201, published)
      }),
      serve(listWaivers, async ({ params }) => ({ data: await actions.list(params.id) })),
      serve(signWaiver, async ({ params, headers, body, identity, actor, audited }) => {
        const scope = scopeOf(identity.user)
        const signed = await actions.sign(params.id, body, actor, headers[idempotencyHeader], scope)
        audited({ about: { version: signed.textVersion, hash: signed.textHash } })
        return reply(201, signed)
      }),
    ],
    complete: actions.sweep,
  }
  return { waivers, part }
}
