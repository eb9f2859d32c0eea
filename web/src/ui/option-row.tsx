import { ArrowDown, ArrowUp, X } from 'lucide-react'
import type { ReactNode } from 'react'

const iconButton =
  'grid size-11 shrink-0 place-items-center rounded-full text-muted enabled:hover:bg-sunken enabled:hover:text-ink disabled:opacity-40'

type Props<Option> = {
  options: readonly Option[]
  at: number
  /** The noun for a row: "Option", "Interest". */
  noun: string
  disabled?: boolean
  onChange: (options: readonly Option[]) => void
  children: ReactNode
}

/** One of several options in their order: its fields, then up, down and out. */
export function OptionRow<Option>({ options, at, noun, disabled = false, onChange, children }: Props<Option>) {
  const name = `${noun.toLowerCase()} ${at + 1}`
  const move = (by: number) => onChange(options.toSpliced(at, 1).toSpliced(at + by, 0, options[at]!))
  const buttons = [
    { label: `Move ${name} up`, Icon: ArrowUp, isOff: at === 0, onClick: () => move(-1) },
    { label: `Move ${name} down`, Icon: ArrowDown, isOff: at === options.length - 1, onClick: () => move(1) },
    { label: `Remove ${name}`, Icon: X, isOff: false, onClick: () => onChange(options.toSpliced(at, 1)) },
  ]
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {children}
      <div className="ml-auto flex gap-1.5">
        {buttons.map(({ label, Icon, isOff, onClick }) => (
          <button
            key={label}
            type="button"
            aria-label={label}
            disabled={disabled || isOff}
            onClick={onClick}
            className={iconButton}
          >
            <Icon className="size-5" />
          </button>
        ))}
      </div>
    </div>
  )
}
