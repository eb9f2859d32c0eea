import * as v from 'valibot'
import { maxUploadBytes, uploadedFile, uploadKind } from '../tables'
import { call } from './call'
import { formBytes, recordId } from './parameters'

export const uploadFile = call({
  id: 'uploadFile',
  method: 'post',
  path: '/api/upload/:kind',
  access: 'anyRight',
  limit: 'upload',
  heavy: true,
  audit: { action: 'upload', table: 'uploads' },
  params: v.object({ kind: uploadKind }),
  body: { type: 'multipart/form-data', schema: v.object({ file: v.file() }), maxBytes: maxUploadBytes + formBytes },
  response: { 201: uploadedFile },
  errors: ['invalid_request', 'forbidden', 'not_found', 'conflict', 'invalid_input'],
})

export const downloadFile = call({
  id: 'downloadFile',
  method: 'get',
  path: '/api/files/:id',
  access: 'anyRight',
  limit: 'read',
  params: v.object({ id: recordId }),
  response: { 200: { type: ['image/png', 'image/jpeg', 'image/webp', 'application/pdf'] } },
  errors: ['not_found'],
})
