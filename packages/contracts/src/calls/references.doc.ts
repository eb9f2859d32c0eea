import { doc } from './call-doc'
import { exampleId, idOf, tableName } from './parameters.doc'
import { listChoices, listReferrers } from './references'

const tag = 'Records'
const table = tableName('lessons')

export const listChoicesDoc = doc(listChoices, {
  tag,
  summary: 'Records that a reference may name',
  description:
    'For a picker: labels and badges only. A user who may neither edit this table nor view the referenced one gets only records that are referred to already.',
  parameters: {
    table,
    field: { description: 'A field that refers to records.', example: 'students' },
    q: { description: 'Every word must occur in the label.', example: 'ada' },
    limit: { description: 'The maximum number of choices, 1 to 50.', example: '20' },
  },
  responses: {
    200: {
      description: 'In the order of their labels.',
      example: { data: [{ id: exampleId, label: 'Ada Brook', badges: [{ label: 'Waiver missing', tone: 'red' }] }] },
    },
  },
  errors: {
    invalid_request: 'The query holds something unknown or malformed.',
    not_found: 'There is no such table, or the field is not a reference.',
  },
})

export const listReferrersDoc = doc(listReferrers, {
  tag,
  summary: 'Records that refer to a record',
  description: 'In the tables that the user may view.',
  parameters: { table, id: idOf('the record') },
  responses: {
    200: {
      description:
        'One entry per field that refers to the record, with the newest five. In a table with a calendar, records from today on and earlier ones are counted separately, with the nearest five of each.',
      example: [
        {
          table: 'lessons',
          field: 'students',
          total: 1,
          sample: [{ id: exampleId, label: 'First arrows' }],
          coming: { total: 1, sample: [{ id: exampleId, label: 'First arrows', at: '2026-11-28T18:00:00.000Z' }] },
          past: { total: 0, sample: [] },
        },
      ],
    },
  },
  errors: { not_found: 'There is no such table.' },
})
