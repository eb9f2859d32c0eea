import * as v from 'valibot'
import { doc, get, post, put, remove, tagged } from './call'
import { exampleId, idOf, tableName } from './doc-parts'
import { recordParams, tableParams } from './parameters'
import { readOf, right } from './policy'
import { deleted } from './users'

export const maxViews = 50

/** Which columns are shown, in which order, and how wide, in CSS pixels. */
const viewColumns = v.strictObject({
  order: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(63))), v.maxLength(200))),
  hidden: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(63))), v.maxLength(200))),
  widths: v.optional(
    v.record(v.pipe(v.string(), v.maxLength(63)), v.pipe(v.number(), v.minValue(1), v.maxValue(2_000))),
  ),
})

const name = v.pipe(
  v.string('Name is required'),
  v.trim(),
  v.nonEmpty('Name is required'),
  v.maxLength(60, 'Name cannot be longer than 60 characters'),
)
/** Filters, search and sort as they are in the address of the list. */
const query = v.pipe(v.string(), v.maxLength(2_000))

/** A saved list of a table. */
const tableView = v.object({
  id: v.string(),
  name: v.string(),
  query: v.string(),
  columns: v.optional(viewColumns),
  shared: v.boolean(),
  /** True if the caller made it; a shared view of another user is changed by admins only. */
  own: v.boolean(),
  /** True if the caller sees it when they open the table. */
  isDefault: v.boolean(),
})
export type TableView = v.InferOutput<typeof tableView>
const newTableView = v.strictObject({
  name,
  query,
  columns: v.optional(viewColumns),
  shared: v.optional(v.boolean(), false),
})
export type NewTableView = v.InferOutput<typeof newTableView>

/** Only what is given changes. */
const tableViewChange = v.strictObject({
  name: v.optional(name),
  query: v.optional(query),
  columns: v.optional(viewColumns),
  shared: v.optional(v.boolean()),
  isDefault: v.optional(v.boolean()),
})
export type TableViewChange = v.InferOutput<typeof tableViewChange>

export const listViews = get('listViews', '/api/tables/:table/views', {
  ...readOf(':table'),
  own: true,
  params: tableParams,
  response: { 200: v.object({ data: v.array(tableView) }) },
  errors: ['not_found'],
})

export const createView = post('createView', '/api/tables/:table/views', {
  access: right(':table', 'view'),
  own: true,
  limit: 'write',
  audit: false,
  params: tableParams,
  body: { schema: newTableView },
  response: { 201: tableView },
  errors: ['forbidden', 'not_found', 'invalid_input', 'conflict'],
})

export const changeView = put('changeView', '/api/tables/:table/views/:id', {
  access: right(':table', 'view'),
  own: true,
  limit: 'write',
  audit: false,
  params: recordParams,
  body: { schema: tableViewChange },
  response: { 200: tableView },
  errors: ['not_found', 'forbidden', 'invalid_input'],
})

export const deleteView = remove('deleteView', '/api/tables/:table/views/:id', {
  access: right(':table', 'view'),
  own: true,
  limit: 'write',
  audit: false,
  params: recordParams,
  response: { 200: deleted },
  errors: ['not_found', 'forbidden'],
})

export const docs = () => {
  const table = tableName('lessons')
  const ofView = { table, id: idOf('the view') }
  const values = { name: 'Upcoming', query: 'sort=starts_at%3Aasc&f.starts_at__gte=today', shared: true }
  const example = { id: exampleId, ...values, own: true, isDefault: false }
  const view = { description: 'The view.', example }
  const noView = 'There is no such table, or no such view that the user may see.'
  const mayNotShare = 'A user who sees their own records alone cannot share a view.'
  const badView = 'The name is missing or too long, or the view is not valid.'
  return tagged('Views', [
    doc(listViews, {
      summary: 'Saved views of a table',
      description:
        "The user's own views and the shared ones; of these only the shipped ones for users who see their own lessons alone.",
      parameters: { table },
      responses: { 200: { description: 'The views, by name.', example: { data: [example] } } },
      errors: { not_found: 'There is no such table.' },
    }),
    doc(createView, {
      summary: 'Save a view',
      description: 'Filters, search, sort and columns of a list.',
      parameters: { table },
      body: { example: values },
      responses: { 201: view },
      errors: {
        forbidden: mayNotShare,
        not_found: 'There is no such table.',
        invalid_input: badView,
        conflict: 'The user has 50 views of this table.',
      },
    }),
    doc(changeView, {
      summary: 'Change a view',
      description: 'Changes only the given properties. `isDefault` applies to this user only.',
      parameters: ofView,
      body: { example: { isDefault: true } },
      responses: { 200: view },
      errors: {
        not_found: noView,
        forbidden: `It is a shared view of another user. Any user can still make it their own default. ${mayNotShare}`,
        invalid_input: badView,
      },
    }),
    doc(deleteView, {
      summary: 'Delete a view',
      description: 'The records are not changed.',
      parameters: ofView,
      responses: { 200: { description: 'Deleted.', example: { success: true, id: exampleId } } },
      errors: { not_found: noView, forbidden: 'It is a shared view of another user.' },
    }),
  ])
}
