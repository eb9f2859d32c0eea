import type { TableSchema } from '@app/table-schema'

export const lessons: TableSchema = {
  name: 'lessons',
  title: 'Lessons',
  required: ['title'],
  properties: {
    title: { type: 'string' },
    seats: { type: 'integer' },
    about: { type: 'string', format: 'rich_text' },
    state: { type: 'string', readOnly: true, default: 'open' },
    place: { type: 'geo_point' },
  },
}

/** Records that refer to others of the same table. */
export const friends: TableSchema = {
  name: 'friends',
  title: 'Friends',
  required: ['name'],
  properties: { name: { type: 'string' }, friend: { type: 'string', format: 'reference', table: 'friends' } },
}
