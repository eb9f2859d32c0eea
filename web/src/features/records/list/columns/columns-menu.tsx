import type { Column } from '@app/table-schema/cell'
import { ChevronDown, ChevronUp, Columns3, Plus } from 'lucide-react'
import { Link } from 'wouter'
import { addFieldPath } from '#lib/paths'
import { useIsAdmin } from '#lib/rights'
import { Popover } from '#ui/popover'
import { type Arrangement, arrange, moveColumn } from './use-columns'

type Props = {
  table: string
  columns: readonly Column[]
  arrangement: Arrangement
  onChange: (next: Arrangement) => void
}

const iconButton =
  'grid size-8 place-items-center rounded-lg text-muted enabled:hover:bg-sunken enabled:hover:text-ink disabled:opacity-30'

/** Chooses and orders the columns of a list. The title column stays first, the id stays shown. */
export function ColumnsMenu({ table, columns, arrangement, onChange }: Props) {
  const isAdmin = useIsAdmin()
  const ordered = arrange(columns, { ...arrangement, hidden: [] })
  const hidden = arrangement.hidden ?? []
  const toggle = (key: string) =>
    onChange({
      ...arrangement,
      hidden: hidden.includes(key) ? hidden.filter((each) => each !== key) : [...hidden, key],
    })
  const isFixed = (key: string, at: number) => at === 0 || key === 'id'

  return (
    <Popover
      label="Columns"
      align="right"
      className="control control-small inline-flex items-center gap-2 font-display font-semibold hover:border-forest"
      trigger={
        <>
          <Columns3 className="size-4" />
          <span className="toolbar-word">Columns</span>
        </>
      }
    >
      {() => (
        <div className="grid gap-1">
          <ul>
            {ordered.map(({ key, title }, at) => (
              <li key={key} className="flex items-center gap-1 rounded-lg pl-2 hover:bg-sunken">
                <label className="mr-auto flex min-h-8 min-w-0 items-center gap-2.5 pr-4 text-[0.95rem]">
                  <input
                    type="checkbox"
                    className="checkbox"
                    checked={!hidden.includes(key)}
                    disabled={isFixed(key, at)}
                    onChange={() => toggle(key)}
                  />
                  <span className="truncate">{title}</span>
                </label>
                {([-1, 1] as const).map((step) => (
                  <button
                    key={step}
                    type="button"
                    aria-label={`Move ${title} ${step < 0 ? 'left' : 'right'}`}
                    disabled={at === 0 || (step < 0 ? at === 1 : at === ordered.length - 1)}
                    onClick={() => onChange({ ...arrangement, order: moveColumn(ordered, key, step) })}
                    className={iconButton}
                  >
                    {step < 0 ? <ChevronUp className="size-4" /> : <ChevronDown className="size-4" />}
                  </button>
                ))}
              </li>
            ))}
          </ul>
          <button
            type="button"
            onClick={() => onChange({})}
            className="min-h-9 rounded-lg px-2 text-left text-forest text-sm underline underline-offset-4 hover:bg-sunken"
          >
            Reset columns
          </button>
          {isAdmin && (
            <Link
              href={addFieldPath(table)}
              className="flex min-h-9 items-center gap-2 rounded-lg px-2 text-sm hover:bg-sunken"
            >
              <Plus className="size-4" />
              Add a field
            </Link>
          )}
        </div>
      )}
    </Popover>
  )
}
