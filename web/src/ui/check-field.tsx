import type { ComponentProps, ReactNode } from 'react'

type Props = Omit<ComponentProps<'input'>, 'type' | 'onChange'> & {
  isSmall?: boolean
  /** Below the label. */
  detail?: ReactNode
  onCheck: (checked: boolean) => void
  children: ReactNode
}

/** A check box with its label. `className` is that of the label. */
export function CheckField({ isSmall, detail, className, onCheck, children, ...input }: Props) {
  const size = isSmall ? 'size-4 accent-forest' : 'size-5 accent-primary'
  return (
    <label className={className ?? `flex min-h-11 gap-2.5 ${detail ? 'items-start' : 'items-center'}`}>
      <input
        {...input}
        type="checkbox"
        onChange={({ target }) => onCheck(target.checked)}
        className={`shrink-0 ${size} ${detail ? 'mt-1' : ''}`.trim()}
      />
      {detail ? (
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {children}
          <span className="block text-muted text-sm">{detail}</span>
        </span>
      ) : (
        children
      )}
    </label>
  )
}

/** The chosen ids after the check box of one was ticked or cleared. */
export const withChecked = (chosen: ReadonlySet<string>, id: string, isChosen: boolean): ReadonlySet<string> =>
  new Set(isChosen ? [...chosen, id] : [...chosen].filter((each) => each !== id))
