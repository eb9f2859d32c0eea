import { siteContent } from '@app/contracts/site'
import { uploadedFile, uploadKind } from '@app/contracts/tables'
import { idParameter, type Operation, pathParameter, recordId } from '../operation'
import { session } from './tables'

const tag = 'Site and files'

/** What the admin-tables service answers beside the tables. */
export const fileOperations: Operation[] = [
  {
    method: 'get',
    path: '/api/site',
    id: 'siteContent',
    tag,
    summary: 'What visitors see of the tables',
    description: 'The published cards and the announcements that run now. Cached for a minute, with an ETag.',
    for: 'everybody',
    answers: {
      200: {
        description: 'The content.',
        schema: siteContent,
        example: {
          cards: [],
          announcements: [{ id: recordId, kind: 'info', text: 'Closed on Monday.', startsAt: null, endsAt: null }],
        },
        headers: { ETag: 'To be sent as If-None-Match.' },
      },
      304: { description: 'Nothing has changed since the ETag in If-None-Match.' },
    },
  },
  {
    method: 'post',
    path: '/api/upload/{kind}',
    id: 'uploadFile',
    tag,
    summary: 'Upload a file',
    description:
      'PNG, JPEG, WebP or PDF up to 5 MB. The bytes and the end of the name must agree. A record keeps the `url` of the answer. Needs the header X-Requested-With.',
    for: 'admins',
    parameters: [
      pathParameter('kind', 'What it may be.', 'image', { enum: uploadKind.options }),
      {
        in: 'header',
        name: 'X-Requested-With',
        description: 'Any value: a form of another site cannot send it.',
        schema: { type: 'string' },
        example: 'fetch',
      },
    ],
    body: { type: 'multipart/form-data', description: 'One part named `file`.' },
    answers: {
      201: {
        description: 'Stored.',
        schema: uploadedFile,
        example: { id: recordId, url: `/api/files/${recordId}`, name: 'target.png', size: 2_048, type: 'image/png' },
      },
    },
    fails: {
      invalid_request: 'There is not exactly one file in it.',
      forbidden: 'X-Requested-With is missing.',
      not_found: 'There is no such kind.',
      payload_too_large: 'It is larger than 5 MB.',
      conflict: 'This user has uploaded as many files as one may.',
      invalid_input: 'It is not a file that is taken here.',
      ...session,
    },
  },
  {
    method: 'get',
    path: '/api/files/{id}',
    id: 'downloadFile',
    tag,
    summary: 'Download a file',
    description: 'As an attachment, sandboxed.',
    for: 'admins',
    parameters: [idParameter('the file')],
    answers: { 200: { description: 'The file.', type: 'application/octet-stream' } },
    fails: { not_found: 'There is no such file.', ...session },
  },
]
