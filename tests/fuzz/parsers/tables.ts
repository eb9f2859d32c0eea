import type { TableSchema } from '@app/table-schema'

/** A table with a field of every type. */
export const everyKind: TableSchema = {
  name: 'everything',
  title: 'Everything',
  required: ['title', 'state'],
  properties: {
    title: { type: 'string', minLength: 2, maxLength: 40 },
    code: { type: 'string', pattern: '^[A-Z]{2}-[0-9]{1,4}$' },
    email: { type: 'string', format: 'email' },
    link: { type: 'string', format: 'uri' },
    note: { type: 'string', format: 'textarea', maxLength: 200 },
    about: { type: 'string', format: 'rich_text' },
    state: { type: 'string', enum: ['open', 'closed'], enumNames: ['Open', 'Closed'] },
    seats: { type: 'integer', minimum: 0, maximum: 30 },
    price: { type: 'number', minimum: -1.5 },
    active: { type: 'boolean' },
    day: { type: 'string', format: 'date' },
    starts_at: { type: 'string', format: 'date-time' },
    tags: { type: 'array', items: { enum: ['new', 'kids'] } },
    place: { type: 'geo_point' },
    made_by: { type: 'string', readOnly: true },
  },
}

export const fieldNames = Object.keys(everyKind.properties)
