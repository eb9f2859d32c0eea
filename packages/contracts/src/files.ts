import * as v from 'valibot'
import { doc, get, post, tagged } from './call'
import { exampleId, idOf } from './doc-parts'
import { formBytes, idParams } from './parameters'
import { maxUploadBytes, uploadedFile, uploadKind } from './tables'

export const uploadFile = post('uploadFile', '/api/upload/:kind', {
  access: 'anyRight',
  limit: 'upload',
  heavy: true,
  audit: { action: 'upload', table: 'uploads' },
  params: v.object({ kind: uploadKind }),
  body: { type: 'multipart/form-data', schema: v.object({ file: v.file() }), maxBytes: maxUploadBytes + formBytes },
  response: { 201: uploadedFile },
  errors: ['invalid_request', 'forbidden', 'not_found', 'conflict', 'invalid_input'],
})

export const downloadFile = get('downloadFile', '/api/files/:id', {
  access: 'anyRight',
  limit: 'read',
  params: idParams,
  response: { 200: { type: ['image/png', 'image/jpeg', 'image/webp', 'application/pdf'] } },
  errors: ['not_found'],
})

export const docs = () =>
  tagged('Site and files', [
    doc(uploadFile, {
      summary: 'Upload a file',
      description:
        'PNG, JPEG, WebP or PDF up to 5 MB. The content decides: `name` ends as it should, and what follows a picture, as in a motion photo, is not kept. A record stores the `url` of the response. Staff need the right to edit a table that has files.',
      parameters: { kind: { description: 'What the file is used as.', example: 'image' } },
      body: { description: 'One part named `file`.' },
      responses: {
        201: {
          description: 'Stored.',
          example: {
            id: exampleId,
            url: `/api/files/${exampleId}`,
            name: 'target.png',
            size: 2_048,
            type: 'image/png',
          },
        },
      },
      errors: {
        invalid_request: 'The form does not hold exactly one file.',
        forbidden: 'The user may not edit any table that has files.',
        not_found: 'There is no such kind.',
        conflict: 'This user has uploaded the maximum number of files.',
        invalid_input: 'Files of this type are not accepted.',
      },
    }),
    doc(downloadFile, {
      summary: 'Download a file',
      description: 'As an attachment, sandboxed.',
      parameters: { id: idOf('the file') },
      responses: { 200: { description: 'The file.' } },
      errors: { not_found: 'There is no such file, or it belongs to a record that this user may not view.' },
    }),
  ])
