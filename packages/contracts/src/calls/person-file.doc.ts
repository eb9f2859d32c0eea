import { personSections } from '../person-file'
import { doc } from './call-doc'
import { exampleId } from './parameters.doc'
import { readPersonFile } from './person-file'

const entry = {
  title: 'Ada Brook',
  at: '2026-05-01T10:00:00.000Z',
  table: 'students',
  id: exampleId,
  fields: [{ label: 'Level', text: 'Beginner' }],
  files: [],
}

export const readPersonFileDoc = doc(readPersonFile, {
  tag: 'Inquiries',
  summary: 'Everything about one address',
  description:
    'Reads every place that an erasure of the address empties: records, trash, history, conversations, mailings, files, imports and bookings; then consents with their dates, and the records that name the person. `format=zip` is an archive with the same as `person-file.json` and the files. The audit says that it was read, without the address.',
  parameters: {
    email: { description: 'The address, in any case.', example: 'zoe@example.com' },
    format: { description: '`zip` for an archive with the files.', example: 'json' },
  },
  responses: {
    200: {
      description: 'What is stored. All sections are empty for an unknown address.',
      example: {
        email: 'zoe@example.com',
        createdAt: '2026-11-28T10:00:00.000Z',
        sections: Object.fromEntries(personSections.map((id) => [id, id === 'records' ? [entry] : []])),
        attachments: [],
      },
    },
  },
  errors: { invalid_request: 'The address is no email address.' },
})
