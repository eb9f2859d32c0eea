/** Returns the focus to a record's row, or to Add New when the row is not in the list. */
export function focusRecord(id: string | null | undefined) {
  requestAnimationFrame(() => {
    // A dialog that was opened meanwhile keeps the focus.
    if (document.querySelector('dialog[open]')) return
    const row = id && document.querySelector(`[data-row="${CSS.escape(id)}"] [data-action="edit"]`)
    const target = row || document.querySelector('[data-add-new]')
    if (target instanceof HTMLElement) target.focus()
  })
}

/** The record that gets the focus after one is deleted: the next, else the previous one. */
export function neighbour(records: readonly { id: string }[], id: string) {
  const at = records.findIndex((record) => record.id === id)
  return (records[at + 1] ?? records[at - 1])?.id
}
