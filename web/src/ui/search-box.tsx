import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { useDebounced } from '#lib/use-later'
import { useShortcuts } from '#lib/use-listener'

type Props = { label: string; value: string; placeholder?: string; onSearch: (q: string) => void }

/** A search that begins once typing pauses. */
export function SearchBox({ label, value, placeholder = 'Search', onSearch }: Props) {
  const [text, change] = useDebounced(value, (q) => onSearch(q.trim()))
  const input = useRef<HTMLInputElement>(null)
  useShortcuts({
    '/': () => {
      input.current?.focus()
      input.current?.select()
    },
  })
  return (
    <div className="relative min-w-0 flex-1 basis-56 compact:basis-28 md:max-w-96">
      <Search className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        title="Search (/)"
        aria-keyshortcuts="/"
        maxLength={200}
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') change(text, true)
          if (event.key === 'Escape' && text) change('', true)
        }}
        className="control control-small w-full pr-9 pl-9 [&::-webkit-search-cancel-button]:hidden"
      />
      {text && (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => change('', true)}
          className="absolute top-1/2 right-1 grid size-8 -translate-y-1/2 place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink"
        >
          <X className="size-4" />
        </button>
      )}
    </div>
  )
}
