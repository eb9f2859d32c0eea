import * as v from 'valibot'
import { tableSchema } from '../table-schema'
import { brokenTable } from '../tables'
import { call } from './call'
import { right } from './policy'

export const listTables = call({
  id: 'listTables',
  method: 'get',
  path: '/api/admin/schemas',
  access: 'anyRight',
  limit: 'read',
  response: { 200: v.array(v.union([tableSchema, brokenTable])) },
})

export const readTable = call({
  id: 'readTable',
  method: 'get',
  path: '/api/admin/schemas/:name',
  access: right(':name', 'view'),
  own: true,
  limit: 'read',
  params: v.object({ name: v.string() }),
  response: { 200: tableSchema },
  errors: ['not_found'],
})
