/** Returns the focus to a record's row, or to Add New when the row is not in the list. */
export function focusRecord(id: string | null | undefined) {
  // The cache notifies the list in a task of its own: the row of a new record is there after it.
  setTimeout(() => requestAnimationFrame(() => focusRow(id)))
}

function focusRow(id: string | null | undefined) {
  // A dialog that was opened meanwhile keeps the focus.
  if (document.querySelector('dialog[open]')) return
  const row = id ? document.querySelector(`[data-row="${CSS.escape(id)}"]`) : null
  // On a phone the row has no buttons, only the link.
  const targets = row?.querySelectorAll<HTMLElement>('[data-action="edit"], [data-action="open"]') ?? []
  const target =
    [...targets].find((each) => each.checkVisibility?.() ?? true) || document.querySelector('[data-add-new]')
  if (target instanceof HTMLElement) target.focus()
}

/** The record that gets the focus after one is deleted: the next, else the previous one. */
export function neighbor(records: readonly { id: string }[], id: string) {
  const at = records.findIndex((record) => record.id === id)
  return (records[at + 1] ?? records[at - 1])?.id
}
