import * as v from 'valibot'
import { job } from '../jobs'
import {
  editableSchema,
  fixRequest,
  fixResult,
  impactRequest,
  newSchema,
  publication,
  retirement,
  savedSchema,
  schemaChange,
  schemaImpact,
  schemaVersions,
  tableSummaries,
} from '../schema-editor'
import { call } from './call'
import { adminChange, adminRead } from './policy'

const ofTable = v.object({ name: v.string() })
const change = { ...adminChange, audit: { action: 'schema', by: 'action' } } as const
const errorDetails = { 409: v.partial(savedSchema) }

export const listSchemas = call({
  id: 'listSchemas',
  method: 'get',
  path: '/api/admin/shape',
  ...adminRead,
  response: { 200: tableSummaries },
})

export const readSchema = call({
  id: 'readSchema',
  method: 'get',
  path: '/api/admin/shape/:name',
  ...adminRead,
  params: ofTable,
  response: { 200: editableSchema },
  errors: ['not_found'],
})

export const createSchema = call({
  id: 'createSchema',
  method: 'post',
  path: '/api/admin/shape',
  ...change,
  body: { schema: newSchema },
  response: { 201: editableSchema },
  errors: ['invalid_input', 'conflict'],
})

export const saveSchema = call({
  id: 'saveSchema',
  method: 'put',
  path: '/api/admin/shape/:name',
  ...change,
  params: ofTable,
  body: { schema: schemaChange },
  response: { 200: editableSchema },
  errors: ['invalid_input', 'conflict', 'not_found'],
  errorDetails,
})

export const publishSchema = call({
  id: 'publishSchema',
  method: 'post',
  path: '/api/admin/shape/:name/publish',
  ...change,
  params: ofTable,
  body: { schema: publication },
  response: { 202: job },
  errors: ['invalid_input', 'conflict', 'not_found'],
  errorDetails,
})

export const previewSchema = call({
  id: 'previewSchema',
  method: 'post',
  path: '/api/admin/shape/:name/impact',
  ...adminRead,
  heavy: true,
  audit: false,
  params: ofTable,
  body: { schema: impactRequest },
  response: { 200: schemaImpact },
  errors: ['invalid_input', 'not_found'],
})

export const fixValues = call({
  id: 'fixValues',
  method: 'post',
  path: '/api/admin/shape/:name/fixes',
  ...change,
  heavy: true,
  params: ofTable,
  body: { schema: fixRequest },
  response: { 200: fixResult },
  errors: ['invalid_input', 'conflict', 'not_found'],
  errorDetails,
})

export const listSchemaVersions = call({
  id: 'listSchemaVersions',
  method: 'get',
  path: '/api/admin/shape/:name/versions',
  ...adminRead,
  params: ofTable,
  response: { 200: schemaVersions },
  errors: ['not_found'],
})

export const retireSchema = call({
  id: 'retireSchema',
  method: 'post',
  path: '/api/admin/shape/:name/retire',
  ...change,
  params: ofTable,
  body: { schema: retirement },
  response: { 200: editableSchema },
  errors: ['conflict', 'not_found'],
  errorDetails,
})
