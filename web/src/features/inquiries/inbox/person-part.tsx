import type { ReactNode } from 'react'

type Props = { title: string; action?: ReactNode; children: ReactNode }

/** A part of what is known about the person who wrote. `action`: next to its title. */
export const PersonPart = ({ title, action, children }: Props) => (
  <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <h4 className="font-semibold">{title}</h4>
      {action}
    </div>
    {children}
  </section>
)

export const NonePart = () => <p className="text-muted text-sm">None</p>
