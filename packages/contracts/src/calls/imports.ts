import * as v from 'valibot'
import { importChange, importReport } from '../imports'
import { call, exampleId, idOf, parameter } from './call'

const tag = 'Imports'
const table = parameter(v.string(), 'The name of a described table. Any other name is not found.', 'students')
const ofTable = v.object({ table })
const ofImport = v.object({ table, id: idOf('the import') })

const example = {
  id: exampleId,
  table: 'students',
  fileName: 'students.csv',
  state: 'checked' as const,
  headers: ['Full Name', 'Level'],
  samples: [['Ada Brook', 'Beginner']],
  mapping: { 'Full Name': 'name', Level: 'level' },
  match: null,
  total: 1,
  applied: 0,
  create: 0,
  update: 0,
  unchanged: 0,
  errorRows: 1,
  errors: [{ row: 2, column: null, message: 'Date of birth is required' }],
  creates: [],
  updates: [],
}
const answer = (description: string) => ({ description, schema: importReport, example })

const rateLimited = { too_many_requests: 'This session has made too many calls in a minute.' }
const noImport = { not_found: 'There is no such table or import.' }

export const startImport = call({
  method: 'post',
  path: '/api/tables/:table/imports',
  access: 'staff',
  params: ofTable,
  headers: v.object({
    'X-Requested-With': parameter(v.string(), 'Any value: a form of another site cannot send it.', 'fetch'),
  }),
  body: {
    type: 'multipart/form-data',
    description: 'One part named `file`: CSV of up to 20 MB and 50,000 rows, parted by comma, semicolon or tab.',
    schema: v.object({ file: v.file() }),
  },
  response: { 201: answer('What applying the file would do. `checking` while a long file is still being read.') },
  errors: {
    invalid_request: 'There is not exactly one file in it.',
    forbidden: 'X-Requested-With is missing.',
    not_found: 'There is no such table.',
    payload_too_large: 'The file is larger than 20 MB.',
    invalid_input: 'The file is not CSV, or has too many rows.',
    ...rateLimited,
  },
  detail: {
    id: 'startImport',
    tag,
    summary: 'Upload a file to import',
    description: 'Guesses the columns and checks every row. The table is not changed until the import is applied.',
  },
})

export const readImport = call({
  method: 'get',
  path: '/api/tables/:table/imports/:id',
  access: 'staff',
  params: ofImport,
  response: { 200: answer('The import, with its progress.') },
  errors: { ...noImport, ...rateLimited },
  detail: { id: 'readImport', tag, summary: 'One import', description: 'What it would do, is doing or has done.' },
})

export const changeImport = call({
  method: 'patch',
  path: '/api/tables/:table/imports/:id',
  access: 'staff',
  params: ofImport,
  body: { schema: importChange, example: { match: 'email' } },
  response: { 200: answer('The result of the new check.') },
  errors: {
    ...noImport,
    conflict: 'It has been applied, or is being checked or applied.',
    invalid_input: 'A column or the match names something unknown.',
    ...rateLimited,
  },
  detail: {
    id: 'changeImport',
    tag,
    summary: 'Check again with other columns',
    description:
      'Changes what the columns stand for, or the field that rows are matched by, and checks every row again.',
  },
})

export const importErrors = call({
  method: 'get',
  path: '/api/tables/:table/imports/:id/errors.csv',
  access: 'staff',
  params: ofImport,
  response: { 200: { description: 'Row, column and reason of every error.', type: 'text/csv' } },
  errors: { ...noImport, ...rateLimited },
  detail: { id: 'importErrors', tag, summary: 'All errors as CSV', description: 'In the order of the rows.' },
})

export const applyImport = call({
  method: 'post',
  path: '/api/tables/:table/imports/:id/apply',
  access: 'staff',
  params: ofImport,
  response: { 202: answer('It is being applied.') },
  errors: {
    ...noImport,
    conflict: 'It is not checked, or has been applied.',
    ...rateLimited,
  },
  detail: {
    id: 'applyImport',
    tag,
    summary: 'Apply an import',
    description:
      'Creates and updates what the check found, leaving out rows with errors. One batch: it can be undone as one. A repeated call finds the same batch.',
  },
})
