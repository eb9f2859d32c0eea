import { Check, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useDismiss } from './popover'

/** `note` stands below the label while it is chosen. */
export type ComboboxOption = { id: string; label: string; note?: string | undefined; detail?: ReactNode }

type Props = {
  id: string
  label: string
  multiple: boolean
  chosen: readonly ComboboxOption[]
  /** Options for what is typed; undefined while they load, or when that failed. */
  options: readonly ComboboxOption[] | undefined
  hasFailed?: boolean
  text: string
  onText: (text: string) => void
  onChoose: (chosen: readonly ComboboxOption[]) => void
  /** Offers to create what is typed when no option has that label. */
  onCreate?: (text: string) => void
  /** A new record is typed on below: the text stays, and the focus goes where the owner puts it. */
  keepsText?: boolean
  /** Why nothing more can be chosen. */
  full?: string
  /** Then it can be chosen all the same, for this purpose. */
  instead?: string | undefined
  aria?: { 'aria-invalid'?: true | undefined; 'aria-describedby'?: string | undefined }
}

const createId = 'create'

/** A text field with a list of matching options (WAI-ARIA combobox); chosen ones are chips when there can be several. */
export function Combobox(props: Props) {
  const {
    id,
    label,
    multiple,
    chosen,
    options,
    hasFailed,
    text,
    onText,
    onChoose,
    onCreate,
    keepsText,
    full,
    instead,
    aria,
  } = props
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useDismiss(box, isOpen, () => setOpen(false))

  const waitingText = hasFailed ? 'The search failed. Type to search again.' : 'Searching…'
  const emptyText = !options ? waitingText : options.length > 0 ? 'Already chosen' : 'Nothing found'
  const isExact = options?.some((option) => option.label.toLowerCase() === text.trim().toLowerCase())
  const canCreate = onCreate && options && text.trim() !== '' && !isExact
  const isChosen = (option: ComboboxOption) => chosen.some(({ id }) => id === option.id)
  // The chips show and remove what is chosen, so that Enter on a name never removes it.
  const offered = (options ?? []).filter((option) => !multiple || !isChosen(option))
  // Where nothing more can be chosen, the list says so instead of offering what it would refuse.
  const isFull = multiple && full !== undefined && instead === undefined
  const items = isFull ? [] : [...offered, ...(canCreate ? [{ id: createId, label: `Create “${text.trim()}”` }] : [])]
  // At the lower edge of a form it would open out of sight.
  const shownCount = isOpen ? Math.max(items.length, 1) : 0
  useEffect(() => {
    if (shownCount > 0) list.current?.scrollIntoView({ block: 'nearest' })
  }, [shownCount])
  const single = multiple ? undefined : chosen[0]
  const shownText = isOpen || !single ? text : single.label

  function open() {
    if (isOpen) return
    setOpen(true)
    setActive(0)
  }
  function choose(item: ComboboxOption) {
    if (item.id === createId && keepsText) {
      setOpen(false)
      return onCreate?.(text.trim())
    }
    if (item.id === createId) onCreate?.(text.trim())
    else if (!multiple) onChoose([item])
    else onChoose([...chosen, item])
    onText('')
    if (!multiple) setOpen(false)
    input.current?.focus()
  }
  function onKeyDown(event: KeyboardEvent) {
    const item = items[active]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1
      if (isOpen) setActive((active + step + items.length) % Math.max(1, items.length))
      open()
    } else if (event.key === 'Enter' && isOpen) {
      // Without an option yet it does nothing: the form around must not be sent with half of a choice.
      if (item) choose(item)
    } else if (event.key === 'Backspace' && text === '' && multiple) onChoose(chosen.slice(0, -1))
    else return
    event.preventDefault()
  }

  return (
    <div ref={box} className="relative grid gap-1.5">
      {multiple && chosen.length > 0 && <Chips label={label} chosen={chosen} onChoose={onChoose} />}
      <div className="relative">
        <input
          ref={input}
          id={id}
          type="text"
          role="combobox"
          autoComplete="off"
          aria-label={label}
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && items[active] ? `${listId}-${items[active].id}` : undefined}
          placeholder={full ?? (multiple ? 'Add…' : 'Choose…')}
          value={shownText}
          onChange={(event) => {
            onText(event.target.value)
            setActive(0)
            setOpen(true)
          }}
          onClick={open}
          onKeyDown={onKeyDown}
          className="control w-full pr-10"
          {...aria}
        />
        {single && (
          <button
            type="button"
            aria-label={`Clear ${label}`}
            onClick={() => onChoose([])}
            className="absolute top-1/2 right-1.5 grid size-8 -translate-y-1/2 place-items-center rounded-lg text-muted hover:bg-sunken"
          >
            <X className="size-4" />
          </button>
        )}
      </div>
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={label}
        aria-multiselectable={multiple}
        hidden={!isOpen}
        tabIndex={-1}
        className="max-h-64 overflow-y-auto rounded-xl border border-line bg-card p-1 shadow-card"
      >
        {instead !== undefined && full !== undefined && (
          <p className="px-2.5 py-1.5 font-semibold text-sm text-warn">
            {full}. {instead}:
          </p>
        )}
        {items.map((item, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard chooses from the text field.
          // biome-ignore lint/a11y/useFocusableInteractive: the text field keeps the focus and names the active option.
          <div
            key={item.id}
            id={`${listId}-${item.id}`}
            role="option"
            aria-selected={isChosen(item)}
            data-active={at === active || undefined}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(item)}
            className="flex min-h-9 cursor-pointer items-center gap-2 rounded-lg px-2.5 text-[0.95rem] hover:bg-sunken data-active:bg-sunken"
          >
            <Check className={`size-4 shrink-0 ${isChosen(item) ? '' : 'invisible'}`} />
            <span className="min-w-0 py-1 [overflow-wrap:anywhere]">
              {item.label}
              {item.note && <small className="block text-muted">{item.note}</small>}
            </span>
            {item.detail}
          </div>
        ))}
        {items.length === 0 && <p className="px-2.5 py-1.5 text-muted text-sm">{isFull ? full : emptyText}</p>}
      </div>
    </div>
  )
}

const Chips = ({ label, chosen, onChoose }: Pick<Props, 'label' | 'chosen' | 'onChoose'>) => (
  <ul aria-label={label} className="flex flex-wrap gap-1.5">
    {chosen.map((option) => (
      <li
        key={option.id}
        className="inline-flex min-h-9 items-center gap-1.5 rounded-full border border-line bg-paper pl-3 text-sm max-sm:min-h-11 pointer-coarse:min-h-11"
      >
        {option.label}
        {option.detail}
        <button
          type="button"
          aria-label={`Remove ${option.label}`}
          onClick={() => onChoose(chosen.filter(({ id }) => id !== option.id))}
          className="grid size-9 place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink max-sm:size-11 pointer-coarse:size-11"
        >
          <X className="size-3.5" />
        </button>
      </li>
    ))}
  </ul>
)
