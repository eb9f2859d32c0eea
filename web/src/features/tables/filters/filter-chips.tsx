import { cellText } from '@app/table-schema/cell'
import type { Descriptor, FieldDescriptor } from '@app/table-schema/descriptor'
import { optionLabel, titleOf } from '@app/table-schema/field'
import { filterKind } from '@app/table-schema/filter'
import { X } from 'lucide-react'
import type { Filters } from '#lib/list-address'
import { splitFilterKey } from './filters'
import { relativeText } from './relative-time'

const operatorText: Record<string, string> = {
  eq: ' is',
  ne: ' is not',
  gt: ' above',
  gte: ' at least',
  lt: ' below',
  lte: ' at most',
  in: ' is one of',
}

const timeOperatorText: Record<string, string> = {
  ...operatorText,
  gt: ' after',
  gte: ' on or after',
  lt: ' before',
  lte: ' on or before',
}

function valueText(field: FieldDescriptor, operator: string, value: string) {
  const kind = filterKind(field)
  const texts = operator === 'in' ? value.split(',') : [value]
  if (kind === 'day' || kind === 'instant')
    return relativeText(value) ?? cellText({ type: 'string', format: 'date' }, value)
  if (kind === 'boolean') return value === 'true' ? 'Yes' : 'No'
  if (kind === 'choice' || kind === 'list')
    return texts.map((text) => optionLabel(field.items ?? field, text)).join(', ')
  return kind === 'text' ? `“${value}”` : value
}

function chipText(schema: Descriptor, key: string, value: string) {
  const { field: name, operator } = splitFilterKey(key)
  const field = schema.properties[name]!
  const title = titleOf(name, field)
  if (operator === 'null') return `${title} is ${value === 'true' ? '' : 'not '}empty`
  const isTime = ['day', 'instant'].includes(filterKind(field))
  return `${title}${(isTime ? timeOperatorText : operatorText)[operator] ?? ':'} ${valueText(field, operator, value)}`
}

type Props = { schema: Descriptor; filters: Filters; onFilters: (filters: Filters) => void }

/** The active filters, each with a button that removes it. */
export function FilterChips({ schema, filters, onFilters }: Props) {
  const entries = Object.entries(filters)
  if (entries.length === 0) return null
  return (
    <ul aria-label="Active filters" className="flex flex-wrap items-center gap-2">
      {entries.map(([key, value]) => {
        const text = chipText(schema, key, value)
        return (
          <li key={key}>
            <button
              type="button"
              aria-label={`Remove filter ${text}`}
              onClick={() => onFilters(Object.fromEntries(entries.filter(([other]) => other !== key)))}
              className="inline-flex min-h-8 items-center gap-1.5 rounded-full border border-line bg-card py-0.5 pr-2 pl-3 text-sm hover:border-forest [overflow-wrap:anywhere]"
            >
              {text}
              <X className="size-3.5 shrink-0 text-muted" />
            </button>
          </li>
        )
      })}
      <li>
        <button
          type="button"
          onClick={() => onFilters({})}
          className="min-h-8 px-1 text-forest text-sm underline underline-offset-4"
        >
          Clear filters
        </button>
      </li>
    </ul>
  )
}
