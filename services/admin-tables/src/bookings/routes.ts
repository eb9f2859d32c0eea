import { ownedBy } from '@app/contracts/audit'
import {
  changeIncomingHook,
  createIncomingHook,
  deleteIncomingHook,
  listIncomingHooks,
  previewIncomingHook,
  readIncomingHook,
  replaceHookAddress,
} from '@app/contracts/incoming-hook-calls'
import { checkHook, decideReceived, listReceived, receiveHook } from '@app/contracts/received'
import { serve } from '@app/service/serve'
import { type IncomingHookDeps, manageIncomingHooks } from './manage-incoming-hooks'

/** Bookings of other products: what they send, and how admins have it imported. */
export function incomingHookRoutes(deps: IncomingHookDeps) {
  const hooks = manageIncomingHooks(deps)
  return [
    serve(receiveHook, ({ params, request, text, body, notes }) =>
      hooks.receive(params.id, { headers: request.headers, text, body, notes }),
    ),
    serve(checkHook, ({ params }) => hooks.check(params.id)),
    serve(listIncomingHooks, () => hooks.list()),
    serve(createIncomingHook, async ({ actor, body, audited }) => {
      const created = await hooks.create(actor.id, body)
      audited({ recordId: created.id, about: { hook: body.name, source: body.source, into: body.table } })
      return created
    }),
    serve(readIncomingHook, ({ params }) => hooks.read(params.id)),
    serve(changeIncomingHook, async ({ actor, params, body, audited }) => {
      const former = await hooks.ownerOf(params.id)
      const changed = await hooks.change(actor.id, params.id, body)
      audited({ about: { hook: changed.name, state: changed.state, ...ownedBy(former, actor) } })
      return changed
    }),
    serve(deleteIncomingHook, async ({ params: { id }, audited }) => {
      audited({ about: { hook: (await hooks.remove(id)).name } })
      return { success: true, id }
    }),
    serve(replaceHookAddress, async ({ actor, params, audited }) => {
      const owner = await hooks.ownerOf(params.id)
      const { hook, url } = await hooks.replaceAddress(params.id)
      audited({ about: { hook: hook.name, address: 'replaced', ...ownedBy(owner, actor) } })
      return { url }
    }),
    serve(previewIncomingHook, ({ actor, params, body }) => hooks.preview(actor.id, params.id, body)),
    serve(listReceived, ({ params, query }) => hooks.deliveries(params.id, Number(query.page), query.state)),
    serve(decideReceived, async ({ actor, params, body, audited }) => {
      audited({ about: { delivery: params.delivery } })
      return hooks.decide(actor.id, params.id, params.delivery, body)
    }),
  ]
}
