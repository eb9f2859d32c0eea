import * as v from 'valibot'
import { uploadedFile, uploadKind } from '../tables'
import { call, exampleId, idOf, parameter } from './call'

const tag = 'Site and files'
const rateLimited = { too_many_requests: 'This session has made too many calls in a minute.' }

export const uploadFile = call({
  method: 'post',
  path: '/api/upload/:kind',
  access: 'staff',
  params: v.object({ kind: parameter(uploadKind, 'What the file is used as.', 'image') }),
  headers: v.object({
    'X-Requested-With': parameter(v.string(), 'Any value: a form of another site cannot send it.', 'fetch'),
  }),
  body: {
    type: 'multipart/form-data',
    description: 'One part named `file`.',
    schema: v.object({ file: v.file() }),
  },
  response: {
    201: {
      description: 'Stored.',
      schema: uploadedFile,
      example: { id: exampleId, url: `/api/files/${exampleId}`, name: 'target.png', size: 2_048, type: 'image/png' },
    },
  },
  errors: {
    invalid_request: 'There is not exactly one file in it.',
    forbidden: 'X-Requested-With is missing, or there is no table with files that this user may change.',
    not_found: 'There is no such kind.',
    payload_too_large: 'It is larger than 5 MB.',
    conflict: 'This user has uploaded the maximum number of files.',
    invalid_input: 'Files of this type are not accepted.',
    ...rateLimited,
  },
  detail: {
    id: 'uploadFile',
    tag,
    summary: 'Upload a file',
    description:
      'PNG, JPEG, WebP or PDF up to 5 MB. Content and file extension must agree. A record stores the `url` of the answer. Needs the header X-Requested-With. Staff need the right to edit a table that has files.',
  },
})

export const downloadFile = call({
  method: 'get',
  path: '/api/files/:id',
  access: 'staff',
  params: v.object({ id: idOf('the file') }),
  response: {
    200: { description: 'The file.', type: ['image/png', 'image/jpeg', 'image/webp', 'application/pdf'] },
  },
  errors: { not_found: 'There is no such file, or it belongs to a record that this user may not see.', ...rateLimited },
  detail: { id: 'downloadFile', tag, summary: 'Download a file', description: 'As an attachment, sandboxed.' },
})
