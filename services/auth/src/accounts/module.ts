import { ownedBy } from '@app/contracts/audit'
import {
  addAccountSecret,
  changeServiceAccount,
  createServiceAccount,
  deleteAccountSecret,
  deleteServiceAccount,
  listServiceAccounts,
  readServiceAccount,
} from '@app/contracts/service-accounts'
import { serve } from '@app/service/serve'
import type { Service } from '../context'
import { aboutAccount, manageAccounts } from './manage-accounts'

/** The access of programs, for admins. */
export function accountsModule(service: Service) {
  const accounts = manageAccounts(service)
  const routes = [
    serve(listServiceAccounts, () => accounts.list()),
    serve(createServiceAccount, async ({ actor, body, audited }) => {
      const created = await accounts.create(actor.id, body)
      audited({ recordId: created.id, about: aboutAccount(body) })
      return created
    }),
    serve(readServiceAccount, ({ params }) => accounts.read(params.id)),
    serve(changeServiceAccount, async ({ actor, params, body, audited }) => {
      const former = await accounts.ownerOf(params.id)
      const changed = await accounts.change(actor.id, params.id, body)
      audited({ about: { ...aboutAccount(body), ...ownedBy(former, actor) } })
      return changed
    }),
    serve(deleteServiceAccount, async ({ params: { id }, audited }) => {
      const { name } = await accounts.remove(id)
      audited({ about: { account: name } })
      return { success: true, id }
    }),
    serve(addAccountSecret, async ({ actor, params, audited }) => {
      const owner = await accounts.ownerOf(params.id)
      const { account, ...added } = await accounts.addSecret(params.id)
      audited({ about: { account: account.name, secret: added.n, ...ownedBy(owner, actor) } })
      return added
    }),
    serve(deleteAccountSecret, async ({ params, audited }) => {
      const account = await accounts.removeSecret(params.id, Number(params.n))
      audited({ about: { account: account.name, secret: Number(params.n) } })
      return account
    }),
  ]
  return { routes }
}
