import * as v from 'valibot'
import {
  fixRequest,
  fixResult,
  impactRequest,
  newShape,
  retirement,
  savedShape,
  shapeChange,
  shapeImpact,
  shapeVersions,
  tableShape,
  tableSummaries,
} from '../shape'
import { call, parameter } from './call'

const tag = 'Tables'
const ofTable = v.object({ name: parameter(v.string(), 'The name of the table.', 'lessons') })
const descriptor = { name: 'trips', title: 'Trips', required: ['goal'], properties: { goal: { type: 'string' } } }
const version = '5f2b8c41d7e09a36'
const summary = {
  name: 'trips',
  title: 'Trips',
  savedAt: '2026-05-01T10:00:00.000Z',
  savedBy: 'chief@archery.example',
  isRetired: false,
}
const shape = { ...summary, version, descriptor, retiredFields: [], neededFields: [] }

const rateLimited = { too_many_requests: 'This session has made too many calls in a minute.' }
const noTable = { not_found: 'There is no such table.', ...rateLimited }
const recent = {
  recent_sign_in_required: 'The sign-in is older than 15 minutes. Sign in again, then repeat the call.',
}
const refused = { invalid_input: 'The description is not valid; the message says why.' }
const conflict = {
  conflict: 'Another user has saved the table since `version`; `savedBy` and `savedAt` say who and when.',
}
const errorDetails = { 409: v.partial(savedShape) }

export const listShapes = call({
  method: 'get',
  path: '/api/admin/shape',
  access: 'admin',
  response: { 200: { description: 'The tables.', schema: tableSummaries, example: { data: [summary] } } },
  errors: rateLimited,
  detail: { id: 'listShapes', tag, summary: 'Tables as admins see them', description: 'With retired and broken ones.' },
})

export const readShape = call({
  method: 'get',
  path: '/api/admin/shape/:name',
  access: 'admin',
  params: ofTable,
  response: { 200: { description: 'The table.', schema: tableShape, example: shape } },
  errors: noTable,
  detail: {
    id: 'readShape',
    tag,
    summary: 'The description of a table with its version',
    description: 'What is stored, also where it cannot be used.',
  },
})

export const createShape = call({
  method: 'post',
  path: '/api/admin/shape',
  access: 'admin',
  body: { schema: newShape, example: { descriptor } },
  response: { 201: { description: 'Stored.', schema: tableShape, example: shape } },
  errors: { ...refused, conflict: 'There is a table or other data of this name.', ...recent, ...rateLimited },
  detail: {
    id: 'createShape',
    tag,
    summary: 'Add a table',
    description: 'Its indexes are built in the background. Staff see it once they have a right on it.',
  },
})

export const saveShape = call({
  method: 'put',
  path: '/api/admin/shape/:name',
  access: 'admin',
  params: ofTable,
  body: { schema: shapeChange, example: { descriptor, version } },
  response: { 200: { description: 'Stored.', schema: tableShape, example: shape } },
  errors: { ...refused, ...conflict, ...noTable, ...recent },
  errorDetails,
  detail: {
    id: 'saveShape',
    tag,
    summary: 'Change the description of a table',
    description:
      'Takes effect within two seconds. A field that is left out is retired: hidden, and removed with its values after 30 days. A retired field that is named again is back with its values. Records are not changed.',
  },
})

export const previewShape = call({
  method: 'post',
  path: '/api/admin/shape/:name/impact',
  access: 'admin',
  params: ofTable,
  body: { schema: impactRequest, example: { descriptor } },
  response: {
    200: {
      description: 'The impact on a part of the records.',
      schema: shapeImpact,
      example: {
        checked: 120,
        total: 120,
        next: null,
        faults: [{ field: 'goal', message: 'Goal is required', count: 2 }],
        records: [],
        retired: [],
      },
    },
  },
  errors: { ...refused, ...noTable },
  detail: {
    id: 'previewShape',
    tag,
    summary: 'Try a description against the stored records',
    description:
      'Counts the values that would not validate in the fields that change. A large table is checked in parts: repeat the call with `after` set to `next`.',
  },
})

export const fixValues = call({
  method: 'post',
  path: '/api/admin/shape/:name/fixes',
  access: 'admin',
  params: ofTable,
  body: { schema: fixRequest, example: { version, fixes: { goal: { action: 'set', value: 'Unknown' } } } },
  response: {
    200: {
      description: 'What was changed in a part of the records.',
      schema: fixResult,
      example: { checked: 120, changed: 2, next: null, skipped: [] },
    },
  },
  errors: { ...refused, ...conflict, ...noTable, ...recent },
  errorDetails,
  detail: {
    id: 'fixValues',
    tag,
    summary: 'Set or clear values that do not fit',
    description:
      'Changes records by ordinary writes with history. Repeat the call with `after` set to `next`; after an interruption it may start from the beginning.',
  },
})

export const listShapeVersions = call({
  method: 'get',
  path: '/api/admin/shape/:name/versions',
  access: 'admin',
  params: ofTable,
  response: {
    200: {
      description: 'Former descriptions, newest first.',
      schema: shapeVersions,
      example: { data: [{ id: 'trips:3:5f2b8c41d7e09a36', savedAt: summary.savedAt, savedBy: null, descriptor }] },
    },
  },
  errors: noTable,
  detail: {
    id: 'listShapeVersions',
    tag,
    summary: 'Former descriptions of a table',
    description: 'The last 50. To return to one, save its descriptor.',
  },
})

export const retireShape = call({
  method: 'post',
  path: '/api/admin/shape/:name/retire',
  access: 'admin',
  params: ofTable,
  body: { schema: retirement, example: { version, isRetired: true } },
  response: { 200: { description: 'Stored.', schema: tableShape, example: { ...shape, isRetired: true } } },
  errors: {
    conflict: 'Another user has saved the table since `version`, another table refers to it, or the product needs it.',
    ...noTable,
    ...recent,
  },
  errorDetails,
  detail: {
    id: 'retireShape',
    tag,
    summary: 'Hide a table, or bring it back',
    description: 'A retired table is hidden from everyone. Its description and its records stay.',
  },
})
