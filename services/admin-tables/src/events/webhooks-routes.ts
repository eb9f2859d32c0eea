import { ownedBy } from '@app/contracts/audit'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  readWebhook,
  replayDeliveries,
  rotateWebhookSecret,
  testWebhook,
} from '@app/contracts/webhook-calls'
import { serve } from '@app/service/serve'
import { manageWebhooks, type WebhookDeps } from './manage-webhooks'

/** The host alone: an address may hold a secret. */
const about = ({ url }: { url: string }) => ({ host: new URL(url).host })

/** Where events are sent to, for admins. */
export function webhookRoutes(deps: WebhookDeps) {
  const webhooks = manageWebhooks(deps)
  return [
    serve(listWebhooks, () => webhooks.list()),
    serve(createWebhook, async ({ actor, body, audited }) => {
      const created = await webhooks.create(actor.id, body)
      audited({ recordId: created.id, about: about(body) })
      return created
    }),
    serve(readWebhook, ({ params }) => webhooks.read(params.id)),
    serve(changeWebhook, async ({ actor, params, body, audited }) => {
      const former = await webhooks.ownerOf(params.id)
      const changed = await webhooks.change(actor.id, params.id, body)
      audited({ about: { ...about(body), state: changed.state, ...ownedBy(former, actor) } })
      return changed
    }),
    serve(deleteWebhook, async ({ params: { id }, audited }) => {
      audited({ about: about(await webhooks.remove(id)) })
      return { success: true, id }
    }),
    serve(rotateWebhookSecret, async ({ actor, params, audited }) => {
      const owner = await webhooks.ownerOf(params.id)
      const { hook, ...rotated } = await webhooks.rotate(params.id)
      audited({ about: { ...about(hook), secret: 'replaced', ...ownedBy(owner, actor) } })
      return rotated
    }),
    serve(testWebhook, ({ params }) => webhooks.test(params.id)),
    serve(listDeliveries, ({ params, query }) => webhooks.deliveries(params.id, Number(query.page))),
    serve(replayDeliveries, async ({ params, body, audited }) => {
      const replayed = await webhooks.replay(params.id, body)
      audited({ about: { count: replayed.count } })
      return replayed
    }),
  ]
}
