import { ArrowDown, ArrowUp, type LucideIcon, X } from 'lucide-react'
import type { ReactNode } from 'react'

type Action = { label: string; Icon: LucideIcon; title?: string; isOff?: boolean; run: () => void }

/** Buttons for one entry of a list, each an icon with a name. */
export const IconButtons = ({ actions }: { actions: readonly Action[] }) =>
  actions.map(({ label, Icon, title, isOff = false, run }) => (
    <button
      key={label}
      type="button"
      aria-label={label}
      title={title}
      disabled={isOff}
      onClick={run}
      className="grid size-11 shrink-0 place-items-center rounded-full text-muted enabled:hover:bg-sunken enabled:hover:text-ink disabled:opacity-40"
    >
      <Icon className="size-5" />
    </button>
  ))

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
  const actions = [
    { label: `Move ${name} up`, Icon: ArrowUp, isOff: disabled || at === 0, run: () => move(-1) },
    { label: `Move ${name} down`, Icon: ArrowDown, isOff: disabled || at === options.length - 1, run: () => move(1) },
    { label: `Remove ${name}`, Icon: X, isOff: disabled, run: () => onChange(options.toSpliced(at, 1)) },
  ]
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {children}
      <div className="ml-auto flex gap-1.5">
        <IconButtons actions={actions} />
      </div>
    </div>
  )
}
