import * as v from 'valibot'
import { doc, get, tagged } from './call'
import { exampleId, idOf, tableName } from './doc-parts'
import { recordParams, tableParams } from './parameters'
import { readOf } from './policy'
import { referenceChoices, referrers } from './tables'

export const listChoices = get('listChoices', '/api/tables/:table/choices/:field', {
  ...readOf(':table'),
  own: true,
  params: v.object({ ...tableParams.entries, field: v.string() }),
  query: v.object({
    q: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
    limit: v.optional(v.pipe(v.string(), v.regex(/^(?:[1-9]|[1-4]\d|50)$/)), '20'),
  }),
  response: { 200: referenceChoices },
  errors: ['invalid_request', 'not_found'],
})

export const listReferrers = get('listReferrers', '/api/tables/:table/:id/referrers', {
  ...readOf(':table'),
  own: true,
  params: recordParams,
  response: { 200: referrers },
  errors: ['not_found'],
})

export const docs = () =>
  tagged('Records', [
    doc(listChoices, {
      summary: 'Records that a reference may name',
      description:
        'For a picker: labels and badges, and of people who can be called the number and up to three who refer to them, such as children. A user who may neither edit this table nor view the referenced one gets only records that are referred to already.',
      parameters: {
        table: tableName('lessons'),
        field: { description: 'A field that refers to records.', example: 'students' },
        q: { description: 'Every word must occur in the label.', example: 'ada' },
        limit: { description: 'The maximum number of choices, 1 to 50.', example: '20' },
      },
      responses: {
        200: {
          description: 'In the order of their labels.',
          example: {
            data: [{ id: exampleId, label: 'Ada Brook', badges: [{ label: 'Waiver missing', tone: 'red' }] }],
          },
        },
      },
      errors: {
        invalid_request: 'The query holds something unknown or malformed.',
        not_found: 'There is no such table, or the field is not a reference.',
      },
    }),
    doc(listReferrers, {
      summary: 'Records that refer to a record',
      description: 'In the tables that the user may view.',
      parameters: { table: tableName('lessons'), id: idOf('the record') },
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
    }),
  ])
