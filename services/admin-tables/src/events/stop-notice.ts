import type { Audit } from '@app/audit'
import type { UserStore } from '@app/session'
import type { StoredWebhook } from './webhook-store'

/** Records that a webhook was stopped. From that entry of the audit auth mails its owner. */
export const stopNotice =
  ({ audit, users }: { audit: Pick<Audit, 'append'>; users: Pick<UserStore, 'find'> }) =>
  async ({ _id, url, owner_id }: StoredWebhook, state: 'disabled' | 'ended', reason: string): Promise<void> => {
    const owner = await users.find(owner_id)
    const about = { host: new URL(url).host, state, reason, ...(owner && { owner: owner.email }) }
    await audit.append({ actor: null, action: 'webhook-stop', recordId: _id.toHexString(), about })
  }
