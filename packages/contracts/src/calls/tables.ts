import * as v from 'valibot'
import { tableDescriptor } from '../table-descriptor'
import { brokenTable } from '../tables'
import { call, parameter } from './call'

const tag = 'Tables'
const rateLimited = { too_many_requests: 'This session has made too many calls in a minute.' }
const example = { name: 'lessons', title: 'Lessons', required: ['title'], properties: { title: { type: 'string' } } }

export const listTables = call({
  method: 'get',
  path: '/api/admin/schemas',
  access: 'staff',
  response: {
    200: {
      description: 'The tables.',
      schema: v.array(v.union([tableDescriptor, brokenTable])),
      example: [example],
    },
  },
  errors: rateLimited,
  detail: {
    id: 'listTables',
    tag,
    summary: 'All tables and their fields',
    description: 'In the order of the tabs. A table with a broken description is listed with the reason.',
  },
})

export const readTable = call({
  method: 'get',
  path: '/api/admin/schemas/:name',
  access: 'staff',
  params: v.object({ name: parameter(v.string(), 'The name of the table.', 'lessons') }),
  response: { 200: { description: 'The table.', schema: tableDescriptor, example } },
  errors: { not_found: 'There is no such table.', ...rateLimited },
  detail: {
    id: 'readTable',
    tag,
    summary: 'One table and its fields',
    description: 'The fields of the records of a table, as record bodies and answers hold them.',
  },
})
