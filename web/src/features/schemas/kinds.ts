import { kindOf } from '@app/table-schema/field'
import type { FieldSchema } from '@app/table-schema/schema'

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
