import type { ReactNode } from 'react'
import { isGroup, type WidgetKind } from '../widgets/widget'

type Props = {
  id: string
  kind: WidgetKind
  label: ReactNode
  /** Two of them share a row where there is room. */
  isHalf?: boolean
  children: ReactNode
}

/** A widget with its label, as its kind needs it: a legend, a label or a heading; a checkbox has its own. */
export function FieldFrame({ id, kind, label, isHalf = false, children }: Props) {
  if (isGroup(kind))
    return (
      <fieldset className="grid min-w-0 gap-1.5">
        <legend className="mb-1 font-semibold">{label}</legend>
        {children}
      </fieldset>
    )
  return (
    <div data-half={isHalf} className="grid content-start gap-1.5">
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
