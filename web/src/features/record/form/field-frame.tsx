import type { ReactNode } from 'react'
import { isGroup, type WidgetKind } from '../widgets/widget'

type Props = { id: string; kind: WidgetKind; label: ReactNode; children: ReactNode }

/** A widget with its label, as its kind needs it: a legend, a label or a heading; a checkbox has its own. */
export function FieldFrame({ id, kind, label, children }: Props) {
  if (isGroup(kind))
    return (
      <fieldset className="grid min-w-0 gap-1.5">
        <legend className="mb-1 font-semibold">{label}</legend>
        {children}
      </fieldset>
    )
  return (
    <div className="grid gap-1.5">
      {kind === 'checkbox' ? null : kind === 'unsupported' || kind === 'rich_text' ? (
        <p className="font-semibold">{label}</p>
      ) : (
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
      )}
      {children}
    </div>
  )
}
