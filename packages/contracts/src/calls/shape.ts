import * as v from 'valibot'
import { job } from '../jobs'
import {
  fixRequest,
  fixResult,
  impactRequest,
  newShape,
  publication,
  retirement,
  savedShape,
  shapeChange,
  shapeImpact,
  shapeVersions,
  tableShape,
  tableSummaries,
} from '../shape'
import { call } from './call'

const ofTable = v.object({ name: v.string() })
const errorDetails = { 409: v.partial(savedShape) }

export const listShapes = call({
  id: 'listShapes',
  method: 'get',
  path: '/api/admin/shape',
  access: 'admin',
  limit: 'read',
  response: { 200: tableSummaries },
})

export const readShape = call({
  id: 'readShape',
  method: 'get',
  path: '/api/admin/shape/:name',
  access: 'admin',
  limit: 'read',
  params: ofTable,
  response: { 200: tableShape },
  errors: ['not_found'],
})

export const createShape = call({
  id: 'createShape',
  method: 'post',
  path: '/api/admin/shape',
  access: 'admin',
  stepUp: true,
  limit: 'write',
  audit: { action: 'schema', by: 'action' },
  body: { schema: newShape },
  response: { 201: tableShape },
  errors: ['invalid_input', 'conflict'],
})

export const saveShape = call({
  id: 'saveShape',
  method: 'put',
  path: '/api/admin/shape/:name',
  access: 'admin',
  stepUp: true,
  limit: 'write',
  audit: { action: 'schema', by: 'action' },
  params: ofTable,
  body: { schema: shapeChange },
  response: { 200: tableShape },
  errors: ['invalid_input', 'conflict', 'not_found'],
  errorDetails,
})

export const publishShape = call({
  id: 'publishShape',
  method: 'post',
  path: '/api/admin/shape/:name/publish',
  access: 'admin',
  stepUp: true,
  limit: 'write',
  audit: { action: 'schema', by: 'action' },
  params: ofTable,
  body: { schema: publication },
  response: { 202: job },
  errors: ['invalid_input', 'conflict', 'not_found'],
  errorDetails,
})

export const previewShape = call({
  id: 'previewShape',
  method: 'post',
  path: '/api/admin/shape/:name/impact',
  access: 'admin',
  limit: 'read',
  audit: false,
  params: ofTable,
  body: { schema: impactRequest },
  response: { 200: shapeImpact },
  errors: ['invalid_input', 'not_found'],
})

export const fixValues = call({
  id: 'fixValues',
  method: 'post',
  path: '/api/admin/shape/:name/fixes',
  access: 'admin',
  stepUp: true,
  limit: 'write',
  audit: { action: 'schema', by: 'action' },
  params: ofTable,
  body: { schema: fixRequest },
  response: { 200: fixResult },
  errors: ['invalid_input', 'conflict', 'not_found'],
  errorDetails,
})

export const listShapeVersions = call({
  id: 'listShapeVersions',
  method: 'get',
  path: '/api/admin/shape/:name/versions',
  access: 'admin',
  limit: 'read',
  params: ofTable,
  response: { 200: shapeVersions },
  errors: ['not_found'],
})

export const retireShape = call({
  id: 'retireShape',
  method: 'post',
  path: '/api/admin/shape/:name/retire',
  access: 'admin',
  stepUp: true,
  limit: 'write',
  audit: { action: 'schema', by: 'action' },
  params: ofTable,
  body: { schema: retirement },
  response: { 200: tableShape },
  errors: ['conflict', 'not_found'],
  errorDetails,
})
