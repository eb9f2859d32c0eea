import type { FieldSchema, TableSchema } from '@app/table-schema/schema'

const maxNameLength = 60

/** A name for what people call something: `T-shirt size` -> `t_shirt_size`, and never one that is taken. */
export function nameFor(title: string, taken: readonly string[], fallback: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, maxNameLength)
  const base = /^[a-z]/.test(words) ? words : `${fallback}${words && `_${words}`}`
  for (let count = 1; ; count++) {
    const name = count === 1 ? base : `${base}_${count}`
    if (!taken.includes(name)) return name
  }
}

const withProperties = (draft: TableSchema, entries: [string, FieldSchema][]): TableSchema => ({
  ...draft,
  properties: Object.fromEntries(entries),
})

/** The draft with a field changed, or added at the end, before the times. */
export function withField(draft: TableSchema, name: string, field: FieldSchema, isRequired: boolean): TableSchema {
  const entries = Object.entries(draft.properties)
  const at = entries.findIndex(([other]) => other === name)
  const times = entries.findIndex(([other]) => other === 'created_at' || other === 'updated_at')
  const place = at >= 0 ? at : times >= 0 ? times : entries.length
  const others = (draft.required ?? []).filter((other) => other !== name)
  return {
    ...withProperties(draft, entries.toSpliced(place, at >= 0 ? 1 : 0, [name, field])),
    required: isRequired ? [...others, name] : others,
  }
}

type DueRules = NonNullable<TableSchema['due']>

/** The days that are watched without a field. A rule by another day, from which it made exceptions, has none then. */
const dueWithout = (rules: DueRules, name: string): DueRules =>
  rules.flatMap((rule) => {
    const { unless, ...always } = rule
    if (rule.field === name) return []
    return [unless?.field === name ? always : rule]
  })

/** The draft without a field. The title, the order and the watched days of the table that name it go with it. */
export function withoutField(draft: TableSchema, name: string): TableSchema {
  const { title_field, first_sort, due = [], required = [], ...rest } = draft
  const watched = dueWithout(due, name)
  const next = withProperties(
    {
      ...rest,
      ...(title_field !== undefined && title_field !== name && { title_field }),
      ...(first_sort && first_sort.field !== name && { first_sort }),
      ...(watched.length > 0 && { due: watched }),
    },
    Object.entries(draft.properties).filter(([other]) => other !== name),
  )
  return { ...next, required: required.filter((other) => other !== name) }
}

/** The draft with a field one place up (-1) or down (1). */
export function moved(draft: TableSchema, name: string, by: -1 | 1): TableSchema {
  const entries = Object.entries(draft.properties)
  const at = entries.findIndex(([other]) => other === name)
  const to = at + by
  if (at < 0 || to < 0 || to >= entries.length) return draft
  return withProperties(draft, entries.toSpliced(at, 1).toSpliced(to, 0, entries[at]!))
}

/** True if two descriptions say the same, in the same order. */
export const isSame = (one: TableSchema, other: TableSchema) => {
  const text = ({ required = [], ...rest }: TableSchema) => JSON.stringify([rest, required.toSorted()])
  return text(one) === text(other)
}
