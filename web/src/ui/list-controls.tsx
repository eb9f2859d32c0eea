import { ChevronLeft, ChevronRight, Search, X } from 'lucide-react'
import { type InputHTMLAttributes, type ReactNode, useId, useRef } from 'react'
import { Link } from 'wouter'
import { type Filters, listPath } from '#lib/list-address'
import type { Sort } from '#lib/sort'
import { useDebounced } from '#lib/use-later'
import { useShortcuts } from '#lib/use-listener'
import { SmallButton } from './button'
import { option } from './field'

type SearchProps = { label: string; value: string; placeholder?: string; onSearch: (q: string) => void }

/** A search that begins once typing pauses. */
export function SearchBox({ label, value, placeholder = 'Search', onSearch }: SearchProps) {
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

const control = 'min-h-11 w-full rounded-control border-2 border-edge bg-card px-3'

const Labeled = ({ id, label, children }: { id: string; label: string; children: ReactNode }) => (
  <div className="grid min-w-0 grow basis-36 gap-0.5 text-sm">
    <label htmlFor={id}>{label}</label>
    {children}
  </div>
)

export const ListFilters = ({ children }: { children: ReactNode }) => (
  <search className="flex flex-wrap gap-3">{children}</search>
)

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'className'> & {
  label: string
  onValue: (value: string) => void
}

export function InputFilter({ label, onValue, ...rest }: InputProps) {
  const id = useId()
  return (
    <Labeled id={id} label={label}>
      <input {...rest} id={id} className={control} onChange={({ target }) => onValue(target.value)} />
    </Labeled>
  )
}

type SelectProps = {
  label: string
  /** The text for no choice. */
  all: string
  options: readonly { name: string; title: string }[]
  value: string
  onValue: (value: string) => void
}

export function SelectFilter({ label, all, options, value, onValue }: SelectProps) {
  const id = useId()
  return (
    <Labeled id={id} label={label}>
      <select id={id} className={control} value={value} onChange={({ target }) => onValue(target.value)}>
        <option value="">{all}</option>
        {options.map(({ name, title }) => option(name, title))}
      </select>
    </Labeled>
  )
}

type StepsProps = {
  page: number
  /** Undefined where the number of pages is not counted. */
  pages?: number
  /** Without `pages`: whether another one follows. */
  hasMore?: boolean
  onPage: (page: number) => void
}

/** Steps through a list that is sorted newest first; nothing for a single page. */
export function PageSteps(props: StepsProps) {
  const { page, pages, hasMore = page < (pages ?? 1) } = props
  if (page <= 1 && !hasMore) return null
  return (
    <nav aria-label="Pages" className="flex items-center gap-3">
      <Steps {...props} back="Newer" on="Older" />
    </nav>
  )
}

/** The buttons alone, for a list in any order. */
export function Steps({
  page,
  pages,
  hasMore = page < (pages ?? 1),
  onPage,
  back,
  on,
}: StepsProps & Record<'back' | 'on', string>) {
  return (
    <>
      <SmallButton disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft className="size-4" />
        {back}
      </SmallButton>
      <p>
        Page {page}
        {pages && ` of ${pages}`}
      </p>
      <SmallButton disabled={!hasMore} onClick={() => onPage(page + 1)}>
        {on}
        <ChevronRight className="size-4" />
      </SmallButton>
    </>
  )
}

/** A list that is opened often. */
export type LinkedList = { label: string; filters: Filters; sort: Sort | null }

type LinksProps = {
  label: string
  table: string
  lists: readonly LinkedList[]
  view: { filters: Filters; q: string }
  /** More items of the list. */
  children?: ReactNode
}

const chip =
  'inline-flex min-h-9 items-center rounded-full border border-line bg-card px-3.5 text-sm hover:border-forest aria-[current]:border-forest aria-[current]:shadow-[inset_0_0_0_1px_var(--color-forest)]'

const isSame = (one: Filters, other: Filters) =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort())

/** The lists of a table that are opened most, each one click away. */
export const ListLinks = ({ label, table, lists, view: { filters, q }, children }: LinksProps) => (
  <nav aria-label={label}>
    <ul className="flex flex-wrap gap-2">
      {lists.map((list) => (
        <li key={list.label}>
          <Link
            href={listPath({ table, filters: list.filters, sort: list.sort })}
            aria-current={(q === '' && isSame(filters, list.filters)) || undefined}
            className={chip}
          >
            {list.label}
          </Link>
        </li>
      ))}
      {children}
    </ul>
  </nav>
)
