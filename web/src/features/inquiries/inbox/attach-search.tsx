import { seconds } from '@app/contracts/durations'
import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { failureText } from '#lib/failure-text'
import { SmallButton } from '#ui/button'
import { SearchBox } from '#ui/search-box'
import { formatTime } from '../format-time'
import { inboxQuery } from './inbox.queries'

/** `suggested`: what is offered without a search. */
type Props = { suggested: readonly string[]; isBusy: boolean; onAttach: (inquiry: string) => void }

const maxFound = 8

/** Searches for the conversation that a mail belongs to when none is suggested, as when the visitor writes from another address. */
export function AttachSearch({ suggested, isBusy, onAttach }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [q, setQ] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const { data, error } = useQuery({
    ...inboxQuery('waiting', 1, q),
    enabled: q !== '',
    // New mail is found some seconds later.
    refetchInterval: ({ state }) => (state.data?.total ? false : seconds(5)),
  })
  useEffect(() => {
    if (isOpen) box.current?.querySelector('input')?.focus()
  }, [isOpen])
  if (!isOpen)
    return (
      <SmallButton disabled={isBusy} onClick={() => setOpen(true)}>
        <Search className="size-4" />
        Other conversation
      </SmallButton>
    )
  const found = (q && data?.data.filter(({ id, spam }) => !spam && !suggested.includes(id))) || []
  return (
    <div ref={box} className="grid basis-full grid-cols-[minmax(0,1fr)] gap-2">
      <SearchBox
        label="Search the conversation it belongs to"
        placeholder="Name, address or words"
        value={q}
        onSearch={setQ}
      />
      <p role="status" className="text-muted text-sm empty:hidden">
        {error && failureText(error, 'Failed to search')}
        {q && data && found.length === 0 && 'No other conversations found.'}
      </p>
      <ul aria-label="Found conversations" className="grid grid-cols-[minmax(0,1fr)] gap-1.5 empty:hidden">
        {found.slice(0, maxFound).map(({ id, name, email, at, line }) => (
          <li key={id} className="grid grid-cols-[minmax(0,1fr)]">
            <SmallButton className="text-left" disabled={isBusy} onClick={() => onAttach(id)}>
              <span className="[overflow-wrap:anywhere]">
                Attach to {name || email}, {formatTime(at)}
                <span className="block font-body font-normal text-muted">{line}</span>
              </span>
            </SmallButton>
          </li>
        ))}
      </ul>
    </div>
  )
}
