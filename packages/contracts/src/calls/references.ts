import * as v from 'valibot'
import { referenceChoices, referrers } from '../tables'
import { call, exampleId, idOf, parameter } from './call'

const tag = 'Records'
const table = parameter(v.string(), 'The name of a described table. Any other name is not found.', 'lessons')
const rateLimited = { too_many_requests: 'This session has made too many calls in a minute.' }

export const listChoices = call({
  method: 'get',
  path: '/api/tables/:table/choices/:field',
  access: 'staff',
  params: v.object({ table, field: parameter(v.string(), 'A field that refers to records.', 'students') }),
  query: v.object({
    q: parameter(v.optional(v.pipe(v.string(), v.maxLength(200)), ''), 'Every word occurs in the label.', 'ada'),
    limit: parameter(
      v.optional(v.pipe(v.string(), v.regex(/^(?:[1-9]|[1-4]\d|50)$/)), '20'),
      'At most so many, 1 to 50.',
      '20',
    ),
  }),
  response: {
    200: {
      description: 'In the order of their labels.',
      schema: referenceChoices,
      example: { data: [{ id: exampleId, label: 'Ada Brook', badges: [{ label: 'Waiver missing', tone: 'red' }] }] },
    },
  },
  errors: {
    invalid_request: 'The query holds something unknown or malformed.',
    not_found: 'There is no such table, or the field is no reference.',
    ...rateLimited,
  },
  detail: {
    id: 'listChoices',
    tag,
    summary: 'Records that a reference may name',
    description: 'For a picker: labels and badges only. The right to edit the table of the field is enough.',
  },
})

export const listReferrers = call({
  method: 'get',
  path: '/api/tables/:table/:id/referrers',
  access: 'staff',
  params: v.object({ table, id: idOf('the record') }),
  response: {
    200: {
      description:
        'One entry per field that refers to the record, with the newest five. In a table with a calendar, those from today on and those before are counted apart, with the nearest five.',
      schema: referrers,
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
  errors: { not_found: 'There is no such table.', ...rateLimited },
  detail: {
    id: 'listReferrers',
    tag,
    summary: 'Who refers to a record',
    description: 'In the tables that the user may see.',
  },
})
