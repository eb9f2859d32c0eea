import { doc } from './call-doc'
import { exampleId, idOf, tableName } from './parameters.doc'
import { changeView, createView, deleteView, listViews } from './views'

const tag = 'Views'
const table = tableName('lessons')
const ofView = { table, id: idOf('the view') }
const values = { name: 'Upcoming', query: 'sort=starts_at%3Aasc&f.starts_at__gte=today', shared: true }
const example = { id: exampleId, ...values, own: true, isDefault: false }
const view = { description: 'The view.', example }
const noView = 'There is no such table, or no such view that the user may see.'
const mayNotShare = 'A user who sees their own records alone cannot share a view.'
const badView = 'The name is missing or too long, or the view is not valid.'

export const listViewsDoc = doc(listViews, {
  tag,
  summary: 'Saved views of a table',
  description:
    "The user's own views and the shared ones; of these only the shipped ones for users who see their own lessons alone.",
  parameters: { table },
  responses: { 200: { description: 'The views, by name.', example: { data: [example] } } },
  errors: { not_found: 'There is no such table.' },
})

export const createViewDoc = doc(createView, {
  tag,
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
})

export const changeViewDoc = doc(changeView, {
  tag,
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
})

export const deleteViewDoc = doc(deleteView, {
  tag,
  summary: 'Delete a view',
  description: 'The records are not changed.',
  parameters: ofView,
  responses: { 200: { description: 'Deleted.', example: { success: true, id: exampleId } } },
  errors: { not_found: noView, forbidden: 'It is a shared view of another user.' },
})
