import * as v from 'valibot'
import { importChange, importReport, maxImportBytes } from '../imports'
import { call } from './call'
import { formBytes, recordId } from './parameters'
import { right, stepUpToEdit } from './policy'

const table = v.string()
const ofImport = v.object({ table, id: recordId })

export const startImport = call({
  id: 'startImport',
  method: 'post',
  path: '/api/tables/:table/imports',
  access: right(':table', 'edit'),
  stepUp: stepUpToEdit,
  limit: 'upload',
  heavy: true,
  audit: false,
  params: v.object({ table }),
  body: {
    type: 'multipart/form-data',
    streamed: true,
    schema: v.object({ file: v.file() }),
    maxBytes: maxImportBytes + formBytes,
  },
  response: { 201: importReport },
  errors: ['invalid_request', 'not_found', 'unsupported_media_type', 'invalid_input', 'unavailable'],
})

export const readImport = call({
  id: 'readImport',
  method: 'get',
  path: '/api/tables/:table/imports/:id',
  access: right(':table', 'edit'),
  stepUp: stepUpToEdit,
  limit: 'read',
  params: ofImport,
  response: { 200: importReport },
  errors: ['not_found'],
})

export const changeImport = call({
  id: 'changeImport',
  method: 'patch',
  path: '/api/tables/:table/imports/:id',
  access: right(':table', 'edit'),
  stepUp: stepUpToEdit,
  limit: 'write',
  heavy: true,
  audit: false,
  params: ofImport,
  body: { schema: importChange },
  response: { 200: importReport },
  errors: ['not_found', 'conflict', 'invalid_input'],
})

export const importErrors = call({
  id: 'importErrors',
  method: 'get',
  path: '/api/tables/:table/imports/:id/errors.csv',
  access: right(':table', 'edit'),
  stepUp: stepUpToEdit,
  limit: 'read',
  heavy: true,
  params: ofImport,
  response: { 200: { type: 'text/csv' } },
  errors: ['not_found'],
})

export const applyImport = call({
  id: 'applyImport',
  method: 'post',
  path: '/api/tables/:table/imports/:id/apply',
  access: right(':table', 'edit'),
  stepUp: stepUpToEdit,
  limit: 'write',
  heavy: true,
  audit: { action: 'import', by: 'action' },
  params: ofImport,
  response: { 202: importReport },
  errors: ['not_found', 'conflict'],
})
