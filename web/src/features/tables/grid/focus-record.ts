/** Gives the focus back to the row of a record, or to the button that adds one where there is no such row. */
export function focusRecord(id: string | null | undefined) {
  requestAnimationFrame(() => {
    // Where someone went meanwhile is better than where we think they should be.
    if (document.querySelector('dialog[open]')) return
    const row = id && document.querySelector(`[data-row="${CSS.escape(id)}"] [data-action="edit"]`)
    const stop = row || document.querySelector('[data-add-new]')
    if (stop instanceof HTMLElement) stop.focus()
  })
}

/** The record that takes the place of one that goes: the next, else the one before. */
export function neighbourOf(records: readonly { id: string }[], id: string) {
  const at = records.findIndex((record) => record.id === id)
  return (records[at + 1] ?? records[at - 1])?.id
}
