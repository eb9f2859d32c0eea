import { doc } from './call-doc'
import { applyImport, changeImport, importErrors, readImport, startImport } from './imports'
import { exampleId, idOf, tableName } from './parameters.doc'

const tag = 'Imports'
const table = tableName('students')
const ofImport = { table, id: idOf('the import') }

const example = {
  id: exampleId,
  table: 'students',
  fileName: 'students.csv',
  state: 'checked',
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
const noImport = 'There is no such table or import.'

export const startImportDoc = doc(startImport, {
  tag,
  summary: 'Upload a file to import',
  description: 'Guesses the columns and checks every row. The table is not changed until the import is applied.',
  parameters: { table },
  body: {
    description:
      'One part named `file`: CSV of up to 20 MB and 50,000 rows, separated by comma, semicolon or tab; or an Excel workbook (`.xlsx`) whose parts unpack to at most 10 MB. Of a workbook the first sheet is imported unless another one is chosen.',
  },
  responses: {
    201: {
      description:
        'What applying the file would change. The state is `checking` while a long file is still being read.',
      example,
    },
  },
  errors: {
    invalid_request: 'The form does not hold exactly one file.',
    not_found: 'There is no such table.',
    unsupported_media_type: 'The file is neither CSV nor a workbook: the error says what it is.',
    invalid_input: 'The file is not valid CSV, the workbook cannot be read, or it has too many rows.',
    unavailable: 'Other files are being read.',
  },
})

export const readImportDoc = doc(readImport, {
  tag,
  summary: 'One import',
  description: 'Its state, and what it would change or has changed.',
  parameters: ofImport,
  responses: { 200: { description: 'The import, with its progress.', example } },
  errors: { not_found: noImport },
})

export const changeImportDoc = doc(changeImport, {
  tag,
  summary: 'Check again with other columns or corrected cells',
  description:
    'Changes the fields of the columns, the field that rows are matched by, or the sheet, or corrects cells, and checks every row again. Corrections stay with the import, up to 1,000 cells of one sheet; one whose `value` is null is undone. The file itself is not changed.',
  parameters: ofImport,
  body: { example: { match: 'email', corrections: [{ row: 3, column: 'Level', value: 'Beginner' }] } },
  responses: { 200: { description: 'The result of the new check.', example } },
  errors: {
    not_found: noImport,
    conflict: 'It has been applied, or is being checked or applied.',
    invalid_input: 'A column, the match or the sheet is unknown, or too many cells are corrected.',
  },
})

export const importErrorsDoc = doc(importErrors, {
  tag,
  summary: 'All errors as CSV',
  description: 'In the order of the rows.',
  parameters: ofImport,
  responses: { 200: { description: 'Row, column and reason of every error.' } },
  errors: { not_found: noImport },
})

export const applyImportDoc = doc(applyImport, {
  tag,
  summary: 'Apply an import',
  description:
    'Creates and updates what the check found, leaving out rows with errors. It is one batch and can be undone as one. A repeated call finds the same batch.',
  parameters: ofImport,
  responses: { 202: { description: 'It is being applied.', example } },
  errors: { not_found: noImport, conflict: 'It is not checked, or has been applied.' },
})
