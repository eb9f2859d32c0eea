import * as v from 'valibot'
import { doc, get, patch, post, tagged } from './call'
import { exampleId, idOf, tableName } from './doc-parts'
import { importChange, importReport, maxImportBytes } from './imports'
import { formBytes, recordParams, tableParams } from './parameters'
import { changeOf, right } from './policy'

export const startImport = post('startImport', '/api/tables/:table/imports', {
  access: right(':table', 'edit'),
  limit: 'upload',
  heavy: true,
  audit: false,
  params: tableParams,
  body: {
    type: 'multipart/form-data',
    streamed: true,
    schema: v.object({ file: v.file() }),
    maxBytes: maxImportBytes + formBytes,
  },
  response: { 201: importReport },
  errors: ['invalid_request', 'not_found', 'unsupported_media_type', 'invalid_input', 'unavailable'],
})

export const readImport = get('readImport', '/api/tables/:table/imports/:id', {
  access: right(':table', 'edit'),
  limit: 'read',
  params: recordParams,
  response: { 200: importReport },
  errors: ['not_found'],
})

export const changeImport = patch('changeImport', '/api/tables/:table/imports/:id', {
  ...changeOf(':table'),
  heavy: true,
  audit: false,
  params: recordParams,
  body: { schema: importChange },
  response: { 200: importReport },
  errors: ['not_found', 'conflict', 'invalid_input'],
})

export const importErrors = get('importErrors', '/api/tables/:table/imports/:id/errors.csv', {
  access: right(':table', 'edit'),
  limit: 'export',
  heavy: true,
  params: recordParams,
  response: { 200: { type: 'text/csv' } },
  errors: ['not_found'],
})

export const applyImport = post('applyImport', '/api/tables/:table/imports/:id/apply', {
  ...changeOf(':table'),
  heavy: true,
  audit: { action: 'import', by: 'action' },
  params: recordParams,
  response: { 202: importReport },
  errors: ['not_found', 'conflict'],
})

export const docs = () => {
  const table = tableName('students')
  const ofImport = { table, id: idOf('the import') }
  const example = {
    id: exampleId,
    table: 'students',
    fileName: 'students.csv',
    state: 'checked',
    headingRow: 1,
    encoding: 'utf-8',
    delimiter: ',' as const,
    notes: [],
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
  return tagged('Imports', [
    doc(startImport, {
      summary: 'Upload a file to import',
      description: 'Guesses the columns and checks every row. The table is not changed until the import is applied.',
      parameters: { table },
      body: {
        description: `One part named \`file\`: CSV of up to ${maxImportBytes / 1024 ** 2} MB and 50,000 rows, separated by comma, semicolon, tab or \`|\`; or an Excel workbook (\`.xlsx\`) whose parts unpack to at most 10 MB. Of a workbook the first sheet is imported unless another one is chosen.`,
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
    }),
    doc(readImport, {
      summary: 'One import',
      description: 'Its state, and what it would change or has changed.',
      parameters: ofImport,
      responses: { 200: { description: 'The import, with its progress.', example } },
      errors: { not_found: noImport },
    }),
    doc(changeImport, {
      summary: 'Check again with other columns or corrected cells',
      description:
        'Changes the fields of the columns, the field that rows are matched by, or the sheet, or corrects cells, and checks every row again; a check that still runs is given up. `headingRow`, `encoding` and `delimiter` read the file otherwise; its columns are then guessed again, and corrections are dropped. `dayFirst` answers a note of the kind `day-month`. `replacements` put a value in the place of another one in all rows of a column. Columns of relatives, such as the guardians of students, are mapped to one of `family.choices`; they are added and linked with the rows, and an undo takes them back. Corrections stay with the import, up to 1,000 cells of one sheet; one whose `value` is null is undone. The file itself is not changed.',
      parameters: ofImport,
      body: { example: { match: 'email', corrections: [{ row: 3, column: 'Level', value: 'Beginner' }] } },
      responses: { 200: { description: 'The result of the new check.', example } },
      errors: {
        not_found: noImport,
        conflict: 'It is being applied, has been applied, or was changed at the same moment.',
        invalid_input: 'A column, the match or the sheet is unknown, or too many cells are corrected.',
      },
    }),
    doc(importErrors, {
      summary: 'All errors as CSV',
      description: 'In the order of the rows.',
      parameters: { ...ofImport, table: tableName('lessons') },
      responses: { 200: { description: 'Row, column and reason of every error.' } },
      errors: { not_found: noImport },
    }),
    doc(applyImport, {
      summary: 'Apply an import',
      description:
        'Creates and updates what the check found, leaving out rows with errors. It is one batch and can be undone as one. A repeated call finds the same batch.',
      parameters: ofImport,
      responses: { 202: { description: 'It is being applied.', example } },
      errors: {
        not_found: noImport,
        conflict: 'It is not checked, has been applied, or has a note with `mustAnswer`.',
      },
    }),
  ])
}
