import { isRequired, kindOf, titleOf, wordsOf } from '@app/table-schema/field'
import type { FieldSchema, TableSchema } from '@app/table-schema/schema'

/** The kinds of fields, in the words of the editor. `parts` is what makes a field of this kind. */
export type Kind = {
  id: string
  label: string
  example: string
  parts: FieldSchema
  isChoice?: true
  isLink?: true
}

const list = (items: FieldSchema['items']): FieldSchema => ({ type: 'array', items })

export const kinds: readonly Kind[] = [
  { id: 'text', label: 'Text', example: 'One line: Robin Fletcher', parts: { type: 'string' } },
  {
    id: 'textarea',
    label: 'Long text',
    example: 'Several lines, such as notes',
    parts: { type: 'string', format: 'textarea' },
  },
  {
    id: 'rich_text',
    label: 'Formatted text',
    example: 'With bold words, lists and links',
    parts: { type: 'string', format: 'rich_text' },
  },
  {
    id: 'choice',
    label: 'Choice',
    example: 'One of your options: S, M, L',
    parts: { type: 'string', enum: [] },
    isChoice: true,
  },
  {
    id: 'choices',
    label: 'Several choices',
    example: 'Any of your options: Mon, Wed',
    parts: list({ type: 'string', enum: [] }),
    isChoice: true,
  },
  { id: 'boolean', label: 'Yes or no', example: 'A check box', parts: { type: 'boolean' } },
  { id: 'integer', label: 'Whole number', example: '12', parts: { type: 'integer' } },
  { id: 'number', label: 'Number', example: '27.5', parts: { type: 'number' } },
  { id: 'date', label: 'Date', example: 'Nov 28, 2026', parts: { type: 'string', format: 'date' } },
  {
    id: 'date-time',
    label: 'Date and time',
    example: 'Nov 28, 2026, 10:00 AM',
    parts: { type: 'string', format: 'date-time' },
  },
  { id: 'email', label: 'Email', example: 'robin@example.com', parts: { type: 'string', format: 'email' } },
  { id: 'uri', label: 'Web address', example: 'https://example.com', parts: { type: 'string', format: 'uri' } },
  { id: 'image', label: 'Image', example: 'A photo, up to 5 MB', parts: { type: 'string', format: 'image' } },
  { id: 'file', label: 'File', example: 'A PDF or an image, up to 5 MB', parts: { type: 'string', format: 'file' } },
  {
    id: 'reference',
    label: 'Record of another table',
    example: 'The instructor of a lesson',
    parts: { type: 'string', format: 'reference' },
    isLink: true,
  },
  {
    id: 'references',
    label: 'Several records',
    example: 'The students of a lesson',
    parts: list({ type: 'string', format: 'reference' }),
    isLink: true,
  },
]

function kindId(field: FieldSchema): string {
  const kind = kindOf(field)
  if (kind === 'array')
    return field.items?.format === 'reference' ? 'references' : field.items?.enum ? 'choices' : 'other'
  if (kind !== 'string') return kind
  if (field.enum) return 'choice'
  return field.format ?? 'text'
}

/** The kind of a field; `undefined` for one that this editor leaves as it is. */
export const kindOfField = (field: FieldSchema): Kind | undefined => kinds.find(({ id }) => id === kindId(field))

/** The field as another kind. Its title and its description stay; rules of the former kind go. */
export function asKind({ title, description }: FieldSchema, { parts }: Kind): FieldSchema {
  return {
    ...structuredClone(parts),
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
  }
}

type Conditions = NonNullable<FieldSchema['required_if']>

function conditionText(schema: TableSchema, conditions: Conditions): string {
  const title = (field: string) => titleOf(field, schema.properties[field])
  return conditions
    .map(({ field, equals, empty, before, within_days: within, younger_than: age }) => {
      const parts = [
        equals !== undefined && `is ${String(equals)}`,
        empty !== undefined && (empty ? 'is empty' : 'is filled in'),
        before !== undefined && `is before ${before}`,
        within !== undefined && `is within ${within} days`,
        age !== undefined && `is less than ${age} years ago`,
      ].filter(Boolean)
      return `${title(field)} ${parts.join(' and ')}`
    })
    .join(' and ')
}

function range(low: number | undefined, high: number | undefined, unit: string): string | undefined {
  if (low !== undefined && high !== undefined) return `${low} to ${high}${unit}`
  if (low !== undefined) return `At least ${low}${unit}`
  return high === undefined ? undefined : `At most ${high}${unit}`
}

/** The rules of a field as people say them. */
export function ruleTexts(schema: TableSchema, name: string): string[] {
  const field = schema.properties[name]!
  const day = (bound: FieldSchema['minimum_date']) =>
    typeof bound === 'object' ? titleOf(bound.field, schema.properties[bound.field]) : bound
  const max = field.maxItemsField
  return [
    isRequired(schema, name) && 'Required',
    field.required_if && `Required when ${conditionText(schema, field.required_if)}`,
    range(field.minLength, field.maxLength, ' characters'),
    range(field.minimum, field.maximum, ''),
    field.minimum_date !== undefined && `Not before ${day(field.minimum_date)}`,
    field.maximum_date !== undefined && `Not after ${day(field.maximum_date)}`,
    field.maxItems !== undefined && `At most ${field.maxItems} entries`,
    max !== undefined && `No more entries than ${titleOf(max, schema.properties[max])}`,
    field.pattern !== undefined && 'Must match a pattern',
    field.readOnly && 'Filled in automatically',
    ...(schema.due ?? []).map(
      (rule) =>
        rule.field === name &&
        ('dueWithinDays' in rule
          ? `On Today from ${rule.dueWithinDays} days before`
          : `On Today after ${rule.overdueAfterDays} days`),
    ),
  ].filter((rule): rule is string => typeof rule === 'string')
}

const without = ({ title: _t, description: _d, ...rest }: FieldSchema) => JSON.stringify(rest)

/** Differences of a schema from an earlier one, a line for each field. */
export function differences(before: TableSchema, after: TableSchema): string[] {
  const lines: string[] = []
  const label = (table: TableSchema, name: string) => titleOf(name, table.properties[name])
  for (const name of Object.keys(after.properties)) {
    const old = before.properties[name]
    const field = after.properties[name]!
    if (!old) lines.push(`${label(after, name)} added`)
    else {
      if (label(before, name) !== label(after, name))
        lines.push(`${label(before, name)} renamed to ${label(after, name)}`)
      if (without(old) !== without(field) || old.description !== field.description)
        lines.push(`${label(after, name)} changed`)
      const was = isRequired(before, name)
      const is = isRequired(after, name)
      if (was !== is) lines.push(`${label(after, name)} ${is ? 'is required' : 'is optional'}`)
    }
  }
  for (const name of Object.keys(before.properties))
    if (!after.properties[name]) lines.push(`${label(before, name)} retired`)
  const [order, was] = [after, before].map(({ properties }) => Object.keys(properties))
  const kept = (names: string[], others: string[]) => names.filter((name) => others.includes(name)).join()
  if (kept(order!, was!) !== kept(was!, order!)) lines.push('Order changed')
  for (const key of ['title', 'singular', 'title_field', 'description'] as const)
    if (before[key] !== after[key]) lines.push(`${wordsOf(key)} changed`)
  return lines
}
