import { doc } from './call-doc'
import { tableName } from './parameters.doc'
import { listTables, readTable } from './tables'

const tag = 'Tables'
const example = { name: 'lessons', title: 'Lessons', required: ['title'], properties: { title: { type: 'string' } } }

export const listTablesDoc = doc(listTables, {
  tag,
  summary: 'All tables and their fields',
  description: 'In the order of the tabs. A table with a broken schema is listed with the reason.',
  responses: { 200: { description: 'The tables.', example: [example] } },
})

export const readTableDoc = doc(readTable, {
  tag,
  summary: 'One table and its fields',
  description: 'The fields of the records of a table, as the bodies and responses of its calls hold them.',
  parameters: { name: tableName('lessons') },
  responses: { 200: { description: 'The table.', example } },
  errors: { not_found: 'There is no such table.' },
})
