import { cellText } from '@app/table-schema/cell'
import { optionLabel, titleOf } from '@app/table-schema/field'
import { filterKind, isReferrer } from '@app/table-schema/filter'
import { referencedTable } from '@app/table-schema/references'
import type { FieldSchema, TableSchema } from '@app/table-schema/schema'
import { useQuery } from '@tanstack/react-query'
import type { Filters } from '#lib/list-address'
import { filtersOf, splitFilterKey } from '../list-view'
import { labelsQuery, useLabels } from '../references/references.api'
import { presetOf, readAge, relativeText, resolveDay } from '../relative-values'
import { useSchema } from '../use-schema'

/** How a filter matches linked records: these, not these, none at all, or any. */
export type LinkWay = 'is' | 'not' | 'none' | 'any'

/** The way that filters of a field say; `undefined` where they say none. */
export function linkWay(name: string, filters: Filters): LinkWay | undefined {
  if (filters[`${name}__ne`] !== undefined) return 'not'
  const empty = filters[`${name}__null`]
  if (empty !== undefined) return empty === 'true' ? 'none' : 'any'
  return Object.keys(filters).some((key) => splitFilterKey(key).field === name) ? 'is' : undefined
}

export const linkedIds = (name: string, filters: Filters): string[] =>
  (filters[`${name}__in`] ?? filters[`${name}__ne`] ?? filters[name])?.split(',').filter(Boolean) ?? []

/** The filters that bound the days of linked records. */
export const boundsIn = (name: string, filters: Filters): Filters =>
  Object.fromEntries(
    Object.entries(filters).filter(([key]) => {
      const { field, operator } = splitFilterKey(key)
      return field === name && ['gt', 'gte', 'lt', 'lte'].includes(operator)
    }),
  )

const operatorText: Record<string, string> = {
  eq: ' is',
  ne: ' is not',
  gt: ' above',
  gte: ' at least',
  lt: ' below',
  lte: ' at most',
  in: ' is',
}

const timeOperatorText: Record<string, string> = {
  ...operatorText,
  gt: ' after',
  gte: ' on or after',
  lt: ' before',
  lte: ' on or before',
}

type LabelOf = (id: string) => string

function valueText(field: FieldSchema, operator: string, value: string, labelOf: LabelOf | undefined) {
  const kind = filterKind(field)
  const texts = operator === 'in' || (operator === 'ne' && labelOf) ? value.split(',') : [value]
  if (kind === 'day' || kind === 'instant') return dayText(value)
  if (kind === 'boolean') return texts.map((text) => (text === 'true' ? 'Yes' : 'No')).join(' or ')
  if (labelOf) return texts.map(labelOf).join(' or ')
  if (kind === 'choice' || kind === 'list')
    return texts
      .map((text) => {
        const choice = field.items ?? field
        return optionLabel(choice, choice.enum?.find((option) => String(option) === text) ?? text)
      })
      .join(' or ')
  return kind === 'text' ? `“${texts.join('” or “')}”` : texts.join(' or ')
}

/** "Age from 8 and under 14 on Aug 15, 2026"; `undefined` where the filters are about no age. */
function ageText(name: string, filters: Filters): string | undefined {
  const [from, under] = [`${name}__lte`, `${name}__gt`].map((key) => readAge(filters[key] ?? ''))
  const words = [...(from ? [`from ${from.years}`] : []), ...(under ? [`under ${under.years}`] : [])]
  const on = from?.on ?? under?.on
  if (words.length === 0) return undefined
  return `Age ${words.join(' and ')}${on ? ` on ${cellText({ type: 'string', format: 'date' }, on)}` : ''}`
}

const dayText = (value: string) =>
  relativeText(value) ?? cellText({ type: 'string', format: 'date' }, resolveDay(value))

/** "First arrows (Nov 28)", "not First arrows", "none, This week": what records are linked from another table. */
function linkText(name: string, filters: Filters, labelOf: LabelOf): string {
  const { [`${name}__gte`]: gte, [`${name}__lte`]: lte, [`${name}__lt`]: lt } = filters
  const names = linkedIds(name, filters).map(labelOf).join(' or ')
  const way = linkWay(name, filters)
  const which = { is: names, not: `not ${names}`, none: 'none', any: gte || lte || lt ? '' : 'any' }[way ?? 'is']
  const days = Object.entries(boundsIn(name, filters)).map(
    ([key, value]) => `${timeOperatorText[splitFilterKey(key).operator]?.trim()} ${dayText(value)}`,
  )
  const span = gte && lte && days.length === 2 ? `${dayText(gte)} to ${dayText(lte)}` : days.join(' and ')
  const when = presetOf({ gte, lte, lt })?.label ?? span
  return [which, when].filter(Boolean).join(', ')
}

/** The filters of one field in words: "Level is Beginner or Advanced", "Start: This week", "Age under 14". */
export function chipText(schema: TableSchema, name: string, filters: Filters, labelOf?: LabelOf): string {
  const field = schema.properties[name]!
  const title = titleOf(name, field)
  if (isReferrer(name)) return `${title}: ${linkText(name, filters, labelOf ?? ((id) => id))}`
  const isTime = ['day', 'instant'].includes(filterKind(field))
  const { [`${name}__gte`]: gte, [`${name}__lte`]: lte, [`${name}__lt`]: lt } = filters
  const preset = isTime ? presetOf({ gte, lte, lt }) : undefined
  if (preset) return `${title}: ${preset.label}`
  const age = isTime ? ageText(name, filters) : undefined
  if (age !== undefined) return age
  const parts = Object.entries(filters).map(([key, value]) => {
    const { operator } = splitFilterKey(key)
    if (operator === 'null') return ` is ${value === 'true' ? '' : 'not '}empty`
    const plain = filterKind(field) === 'text' ? ' contains' : ' is'
    return `${(isTime ? timeOperatorText : operatorText)[operator] ?? plain} ${valueText(field, operator, value, labelOf)}`
  })
  return `${title}${parts.join(' and')}`
}

const noTable = { name: '', properties: {} }

/** The filters of one field in words, with the names of the records that they refer to. */
export function useFilterText(schema: TableSchema, name: string, filters: Filters): string {
  const table = referencedTable(schema.properties[name]!)
  const referenced = useSchema(table)
  const inList = useLabels()[table ?? ''] ?? {}
  const ids = referenced ? linkedIds(name, filters) : []
  const isBack = isReferrer(name)
  const { data } = useQuery({ ...labelsQuery(referenced ?? noTable, ids, isBack), enabled: ids.length > 0 })
  const labelOf = (id: string) => data?.get(id)?.label ?? (isBack ? undefined : inList[id]?.label) ?? '…'
  return chipText(schema, name, filtersOf(filters, name), table === undefined ? undefined : labelOf)
}
