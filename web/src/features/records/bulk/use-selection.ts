import { useState } from 'react'
import { useList } from '../list/state/list-provider'

/** The chosen records: by id, or all that match the list's query. */
type Selection = { ids: ReadonlySet<string>; everything: boolean }

const nothing: Selection = { ids: new Set(), everything: false }

/** Selected rows of a list; `scope` names its search and filters, a change of which drops the selection. */
export function useSelection(scope: string, pageIds: readonly string[]) {
  const [state, setState] = useState({ ...nothing, scope, anchor: '' })
  const current = state.scope === scope ? state : { ...nothing, scope, anchor: '' }
  const set = (ids: ReadonlySet<string>, anchor = '', everything = false) =>
    setState({ ids, everything, scope, anchor })

  /** Toggles one row; `extend` gives every row from the last toggled one the new state, as Shift does. */
  function toggle(id: string, extend: boolean) {
    const selected = current.everything ? new Set(pageIds) : new Set(current.ids)
    const on = !selected.has(id)
    for (const each of extend ? range(pageIds, current.anchor, id) : [id]) {
      if (on) selected.add(each)
      else selected.delete(each)
    }
    set(selected, id)
  }
  function togglePage() {
    const all = pageIds.every((id) => current.everything || current.ids.has(id))
    const others = [...current.ids].filter((id) => !pageIds.includes(id))
    set(new Set(all ? others : [...others, ...pageIds]))
  }
  return {
    ids: current.everything ? new Set(pageIds) : current.ids,
    everything: current.everything,
    toggle,
    togglePage,
    selectEverything: () => set(new Set(pageIds), '', true),
    select: (ids: readonly string[]) => set(new Set(ids)),
    clear: () => set(nothing.ids),
  }
}

/** The selection of the list on screen; another search or filter begins a new one. */
export function useListSelection() {
  const { schema, view, page } = useList()
  const scope = JSON.stringify([schema.name, view.q, view.filters])
  return useSelection(scope, page.data?.data.map(({ id }) => id) ?? [])
}

export type ListSelection = ReturnType<typeof useSelection>

/** The ids between two rows, both included; only the second one when the first is on another page. */
function range(pageIds: readonly string[], from: string, to: string): readonly string[] {
  const a = pageIds.indexOf(from)
  const b = pageIds.indexOf(to)
  return a < 0 ? [to] : pageIds.slice(Math.min(a, b), Math.max(a, b) + 1)
}
