import type { TableView } from '@app/contracts/views'
import type { ViewDeps } from './routes'

/** Views in memory; the first one is a shipped one. */
export function viewsInMemory(): ViewDeps['views'] {
  const shipped = { name: 'Upcoming', query: 'sort=title%3Aasc', shared: true, owner: '' }
  const kept = new Map([['6b0144c8eeb0df06111a9a4f', shipped as Omit<TableView, 'id'> & { owner: string }]])
  const viewFor = (userId: string, id: string, only: 'all' | 'shipped' = 'all'): TableView | undefined => {
    const { owner, ...view } = kept.get(id) ?? { owner: undefined }
    if (owner === undefined || !('name' in view)) return undefined
    return (view.shared && (only === 'all' || owner === '')) || owner === userId
      ? { ...view, id, own: owner === userId, isDefault: view.isDefault === true }
      : undefined
  }
  return {
    find: async ({ userId, shared }, id) => viewFor(userId, id, shared),
    list: async ({ userId, shared }) => [...kept.keys()].flatMap((id) => viewFor(userId, id, shared) ?? []),
    create: async (userId, _, values) => {
      const id = String(kept.size).padStart(24, '0')
      kept.set(id, { ...values, own: true, isDefault: false, owner: userId })
      return viewFor(userId, id)!
    },
    change: async (_user, _table, id, change) => {
      const before = kept.get(id)!
      kept.set(id, { ...before, ...(change as Partial<TableView>) })
    },
    remove: async (id) => void kept.delete(id),
  }
}
