import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from './icon'

const tones = {
  good: { box: 'border-good-line bg-good-soft', title: 'text-good', role: 'status' },
  warn: { box: 'border-warn-line bg-warn-soft', title: 'text-warn', role: 'status' },
  bad: { box: 'border-bad-line bg-bad-soft', title: 'text-bad', role: 'alert' },
} as const

type Props = {
  tone: keyof typeof tones
  title?: string
  /** A paragraph, in place of children or above them. */
  text?: string
  takesFocus?: boolean
  children?: ReactNode
}

/** A colored message box; announced, and focused with `takesFocus`. */
export function Notice({ tone, title, text, takesFocus = false, children }: Props) {
  const { box, title: titleColor, role } = tones[tone]
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) ref.current?.focus()
  }, [takesFocus])

  return (
    <div ref={ref} role={role} tabIndex={-1} className={`flex min-w-0 gap-3 rounded-xl border p-4 ${box}`}>
      <Icon name={tone} className={`mt-0.5 size-6 shrink-0 ${titleColor}`} />
      <div className="grid min-w-0 grow grid-cols-[minmax(0,1fr)] gap-1">
        {title && <p className={`font-display font-bold text-lg ${titleColor}`}>{title}</p>}
        {text && <p>{text}</p>}
        {children}
      </div>
    </div>
  )
}
