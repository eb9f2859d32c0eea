import type { ReactNode } from 'react'

/** A part of a form of the editor. */
export const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="grid gap-4 border-line border-b pb-6 last:border-b-0">
    <h3 className="text-xl">{title}</h3>
    {children}
  </section>
)
