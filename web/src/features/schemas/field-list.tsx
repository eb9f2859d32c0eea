import { isSystemField, titleOf } from '@app/table-schema/field'
import type { TableSchema } from '@app/table-schema/schema'
import { ArrowDown, ArrowUp, Pencil, X } from 'lucide-react'
import { factsText } from '#lib/words'
import { IconButtons } from '#ui/option-row'
import { kindOfField, ruleTexts } from './rule-texts'

type Props = {
  draft: TableSchema
  needed: readonly string[]
  onEdit: (name: string) => void
  onMove: (name: string, by: -1 | 1) => void
  onRetire: (name: string) => void
}

/** The fields in their order, each with its kind and its rules in words. */
export function FieldList({ draft, needed, onEdit, onMove, onRetire }: Props) {
  const entries = Object.entries(draft.properties)
  return (
    <ol aria-label="Fields" className="divide-y divide-line rounded-xl border border-line bg-card">
      {entries.map(([name, field], at) => {
        const title = titleOf(name, field)
        const rules = ruleTexts(draft, name)
        const isNeeded = needed.includes(name)
        const retire = `Retire ${title}`
        const actions = [
          { label: `Move ${title} up`, Icon: ArrowUp, isOff: at === 0, run: () => onMove(name, -1) },
          {
            label: `Move ${title} down`,
            Icon: ArrowDown,
            isOff: at === entries.length - 1,
            run: () => onMove(name, 1),
          },
          { label: `Edit ${title}`, Icon: Pencil, run: () => onEdit(name) },
          {
            label: retire,
            title: isNeeded ? 'Other parts of the product use this field' : retire,
            Icon: X,
            isOff: isNeeded || isSystemField(name),
            run: () => onRetire(name),
          },
        ]
        return (
          <li key={name} className="flex flex-wrap items-center gap-x-2 py-1.5 pr-1 pl-4">
            <div className="min-w-0 flex-1 basis-52 py-1">
              <p className="font-semibold [overflow-wrap:anywhere]">{title}</p>
              <p className="text-muted text-sm">{factsText([kindOfField(field)?.label ?? field.type, ...rules])}</p>
            </div>
            <div className="ml-auto flex">
              <IconButtons actions={actions} />
            </div>
          </li>
        )
      })}
    </ol>
  )
}
