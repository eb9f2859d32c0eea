import { doc } from './call-doc'
import { downloadFile, uploadFile } from './files'
import { exampleId, idOf } from './parameters.doc'

const tag = 'Site and files'

export const uploadFileDoc = doc(uploadFile, {
  tag,
  summary: 'Upload a file',
  description:
    'PNG, JPEG, WebP or PDF up to 5 MB. Content and file extension must agree. A record stores the `url` of the response. Staff need the right to edit a table that has files.',
  parameters: { kind: { description: 'What the file is used as.', example: 'image' } },
  body: { description: 'One part named `file`.' },
  responses: {
    201: {
      description: 'Stored.',
      example: { id: exampleId, url: `/api/files/${exampleId}`, name: 'target.png', size: 2_048, type: 'image/png' },
    },
  },
  errors: {
    invalid_request: 'The form does not hold exactly one file.',
    forbidden: 'The user may not edit any table that has files.',
    not_found: 'There is no such kind.',
    conflict: 'This user has uploaded the maximum number of files.',
    invalid_input: 'Files of this type are not accepted.',
  },
})

export const downloadFileDoc = doc(downloadFile, {
  tag,
  summary: 'Download a file',
  description: 'As an attachment, sandboxed.',
  parameters: { id: idOf('the file') },
  responses: { 200: { description: 'The file.' } },
  errors: { not_found: 'There is no such file, or it belongs to a record that this user may not view.' },
})
