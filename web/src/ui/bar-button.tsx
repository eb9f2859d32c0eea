import type { ButtonHTMLAttributes } from 'react'

/** A button on the dark bar of selected rows. */
export const BarButton = (props: ButtonHTMLAttributes<HTMLButtonElement>) => (
  <button
    type="button"
    {...props}
    className="inline-flex min-h-9 shrink-0 items-center gap-1.5 rounded-lg border border-paper/40 px-3 font-display font-semibold text-sm whitespace-nowrap enabled:hover:bg-paper/15 disabled:opacity-50"
  />
)
