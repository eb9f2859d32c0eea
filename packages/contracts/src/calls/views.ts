import * as v from 'valibot'
import { recordDeleted } from '../tables'
import { newTableView, tableView, tableViewChange, tableViews } from '../views'
import { call, exampleId, idOf, parameter } from './call'

const tag = 'Views'
const table = parameter(v.string(), 'The name of a table.', 'lessons')
const ofTable = v.object({ table })
const ofView = v.object({ table, id: idOf('the view') })
const values = { name: 'Upcoming', query: 'sort=starts_at%3Aasc&f.starts_at__gte=today', shared: true }
const example = { id: exampleId, ...values, own: true, isDefault: false }
const rateLimited = { too_many_requests: 'This session has made too many calls in a minute.' }
const noView = { not_found: 'There is no such table, or no such view that the user may see.' }

export const listViews = call({
  method: 'get',
  path: '/api/tables/:table/views',
  access: 'staff',
  params: ofTable,
  response: { 200: { description: 'The views, by name.', schema: tableViews, example: { data: [example] } } },
  errors: { not_found: 'There is no such table.', ...rateLimited },
  detail: { id: 'listViews', tag, summary: 'Saved views of a table', description: "The user's own and shared ones." },
})

export const createView = call({
  method: 'post',
  path: '/api/tables/:table/views',
  access: 'staff',
  params: ofTable,
  body: { schema: newTableView, example: values },
  response: { 201: { description: 'The view.', schema: tableView, example } },
  errors: {
    not_found: 'There is no such table.',
    invalid_input: 'The name is missing or too long, or the view is not valid.',
    conflict: 'The user has 50 views of this table.',
    ...rateLimited,
  },
  detail: {
    id: 'createView',
    tag,
    summary: 'Save a view',
    description: 'Filters, search, sort and columns of a list.',
  },
})

export const changeView = call({
  method: 'put',
  path: '/api/tables/:table/views/:id',
  access: 'staff',
  params: ofView,
  body: { schema: tableViewChange, example: { isDefault: true } },
  response: { 200: { description: 'The view.', schema: tableView, example } },
  errors: {
    ...noView,
    forbidden: 'It is a shared view of another user; choosing it as the own default is always possible.',
    invalid_input: 'The name is missing or too long, or the view is not valid.',
    ...rateLimited,
  },
  detail: {
    id: 'changeView',
    tag,
    summary: 'Change a view',
    description: 'Only what is given changes. `isDefault` counts for the user alone.',
  },
})

export const deleteView = call({
  method: 'delete',
  path: '/api/tables/:table/views/:id',
  access: 'staff',
  params: ofView,
  response: { 200: { description: 'Deleted.', schema: recordDeleted, example: { success: true, id: exampleId } } },
  errors: { ...noView, forbidden: 'It is a shared view of another user.', ...rateLimited },
  detail: { id: 'deleteView', tag, summary: 'Delete a view', description: 'The records stay as they are.' },
})
