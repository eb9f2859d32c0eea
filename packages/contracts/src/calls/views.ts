import * as v from 'valibot'
import { recordDeleted } from '../tables'
import { newTableView, tableView, tableViewChange, tableViews } from '../views'
import { call } from './call'
import { recordId } from './parameters'
import { right } from './policy'

const table = v.string()
const ofTable = v.object({ table })
const ofView = v.object({ table, id: recordId })

export const listViews = call({
  id: 'listViews',
  method: 'get',
  path: '/api/tables/:table/views',
  access: right(':table', 'view'),
  own: true,
  limit: 'read',
  params: ofTable,
  response: { 200: tableViews },
  errors: ['not_found'],
})

export const createView = call({
  id: 'createView',
  method: 'post',
  path: '/api/tables/:table/views',
  access: right(':table', 'view'),
  own: true,
  limit: 'write',
  audit: false,
  params: ofTable,
  body: { schema: newTableView },
  response: { 201: tableView },
  errors: ['forbidden', 'not_found', 'invalid_input', 'conflict'],
})

export const changeView = call({
  id: 'changeView',
  method: 'put',
  path: '/api/tables/:table/views/:id',
  access: right(':table', 'view'),
  own: true,
  limit: 'write',
  audit: false,
  params: ofView,
  body: { schema: tableViewChange },
  response: { 200: tableView },
  errors: ['not_found', 'forbidden', 'invalid_input'],
})

export const deleteView = call({
  id: 'deleteView',
  method: 'delete',
  path: '/api/tables/:table/views/:id',
  access: right(':table', 'view'),
  own: true,
  limit: 'write',
  audit: false,
  params: ofView,
  response: { 200: recordDeleted },
  errors: ['not_found', 'forbidden'],
})
