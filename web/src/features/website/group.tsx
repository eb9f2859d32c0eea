import type { ReactNode } from 'react'

/** A part of a form of the editor. */
export const Group = ({ title, id, children }: { title: string; id?: string; children: ReactNode }) => (
  <section
    id={id}
    tabIndex={id ? -1 : undefined}
    aria-label={title}
    className="grid gap-4 border-line border-b pb-6 last:border-b-0"
  >
    <h3 className="text-xl">{title}</h3>
    {children}
  </section>
)
