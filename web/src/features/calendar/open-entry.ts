import { useSearchParams } from 'wouter'
import { paths } from '#lib/paths'

/** A history entry that closing the record leaves by going back. */
const opened = { opened: true }

/** The link that opens a record next to the calendar as it is. */
export function useEntryLink(id: string) {
  const [search] = useSearchParams()
  const next = new URLSearchParams(search)
  next.set('record', id)
  return {
    href: `${paths.calendar}?${next}`,
    state: opened,
    replace: search.has('record') && history.state?.opened === true,
  }
}

/** The record of the address, and how it is closed. */
export function useOpenedEntry() {
  const [search, setSearch] = useSearchParams()
  function close() {
    if (history.state?.opened) return history.back()
    setSearch(
      (current) => {
        const next = new URLSearchParams(current)
        next.delete('record')
        return next
      },
      { replace: true },
    )
  }
  return { id: search.get('record'), close }
}
