import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import { SmallButton } from './button'
import { option } from './field'

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

type Props = {
  page: number
  /** Undefined where the number of pages is not counted. */
  pages?: number
  /** Without `pages`: whether another one follows. */
  hasMore?: boolean
  onPage: (page: number) => void
}

/** Steps through a list that is sorted newest first; nothing for a single page. */
export function PageSteps(props: Props) {
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
}: Props & Record<'back' | 'on', string>) {
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
