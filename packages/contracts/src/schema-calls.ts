import * as v from 'valibot'
import { doc, get, post, put, tagged } from './call'
import { exampleId, tableName } from './doc-parts'
import { job } from './jobs'
import { adminChange, adminRead } from './policy'
import {
  editableSchema,
  fixRequest,
  fixResult,
  impactRequest,
  newSchema,
  publication,
  retirement,
  savedSchema,
  schemaChange,
  schemaImpact,
  schemaVersions,
  tableSummaries,
} from './schema-editor'

const ofTable = v.object({ name: v.string() })
const change = { ...adminChange, audit: { action: 'schema', by: 'action' } } as const
const errorDetails = { 409: v.partial(savedSchema) }

export const listSchemas = get('listSchemas', '/api/admin/shape', {
  ...adminRead,
  response: { 200: tableSummaries },
})

export const readSchema = get('readSchema', '/api/admin/shape/:name', {
  ...adminRead,
  params: ofTable,
  response: { 200: editableSchema },
  errors: ['not_found'],
})

export const createSchema = post('createSchema', '/api/admin/shape', {
  ...change,
  body: { schema: newSchema },
  response: { 201: editableSchema },
  errors: ['invalid_input', 'conflict'],
})

export const saveSchema = put('saveSchema', '/api/admin/shape/:name', {
  ...change,
  params: ofTable,
  body: { schema: schemaChange },
  response: { 200: editableSchema },
  errors: ['invalid_input', 'conflict', 'not_found'],
  errorDetails,
})

export const publishSchema = post('publishSchema', '/api/admin/shape/:name/publish', {
  ...change,
  params: ofTable,
  body: { schema: publication },
  response: { 202: job },
  errors: ['invalid_input', 'conflict', 'not_found'],
  errorDetails,
})

export const previewSchema = post('previewSchema', '/api/admin/shape/:name/impact', {
  ...adminRead,
  heavy: true,
  audit: false,
  params: ofTable,
  body: { schema: impactRequest },
  response: { 200: schemaImpact },
  errors: ['invalid_input', 'not_found'],
})

export const fixValues = post('fixValues', '/api/admin/shape/:name/fixes', {
  ...change,
  heavy: true,
  params: ofTable,
  body: { schema: fixRequest },
  response: { 200: fixResult },
  errors: ['invalid_input', 'conflict', 'not_found'],
  errorDetails,
})

export const listSchemaVersions = get('listSchemaVersions', '/api/admin/shape/:name/versions', {
  ...adminRead,
  params: ofTable,
  response: { 200: schemaVersions },
  errors: ['not_found'],
})

export const retireSchema = post('retireSchema', '/api/admin/shape/:name/retire', {
  ...change,
  params: ofTable,
  body: { schema: retirement },
  response: { 200: editableSchema },
  errors: ['conflict', 'not_found'],
  errorDetails,
})

export const docs = () => {
  const ofTable = { name: tableName('lessons') }
  const schema = { name: 'trips', title: 'Trips', required: ['goal'], properties: { goal: { type: 'string' } } }
  const version = '5f2b8c41d7e09a36'
  const summary = {
    name: 'trips',
    title: 'Trips',
    savedAt: '2026-05-01T10:00:00.000Z',
    savedBy: 'chief@archery.example',
    isRetired: false,
  }
  const table = { ...summary, version, schema, retiredFields: [], neededFields: [] }
  const stored = { description: 'Stored.', example: table }
  const noTable = 'There is no such table.'
  const invalidSchema = 'The schema is not valid; the message states the reason.'
  const savedSince = 'Another user has saved the table since `version`; `savedBy` and `savedAt` are who and when.'
  return tagged('Tables', [
    doc(listSchemas, {
      summary: 'Tables as admins see them',
      description: 'Includes retired and broken tables.',
      responses: { 200: { description: 'The tables.', example: { data: [summary] } } },
    }),
    doc(readSchema, {
      summary: 'The schema of a table with its version',
      description: 'The stored schema, even if it is broken.',
      parameters: ofTable,
      responses: { 200: { description: 'The table.', example: table } },
      errors: { not_found: noTable },
    }),
    doc(createSchema, {
      summary: 'Add a table',
      description: 'Its indexes are built in the background. Staff see it once they have a right on it.',
      body: { example: { schema } },
      responses: { 201: stored },
      errors: { invalid_input: invalidSchema, conflict: 'There is a table or other data of this name.' },
    }),
    doc(saveSchema, {
      summary: 'Change the schema of a table',
      description:
        'Takes effect within two seconds. A field that is left out is retired: hidden, and removed with its values after 30 days. A retired field that is named again returns with its values. Records are not changed.',
      parameters: ofTable,
      body: { example: { schema, version } },
      responses: { 200: stored },
      errors: { invalid_input: invalidSchema, conflict: savedSince, not_found: noTable },
    }),
    doc(publishSchema, {
      summary: 'Publish a schema',
      description:
        'Starts a job that checks all records against the schema, saves it, and sets or clears the values that do not fit. `skipped` names records whose values stay as they are. Its undo restores the values and the former schema.',
      parameters: ofTable,
      body: { example: { schema, version, fixes: { goal: { action: 'set', value: 'Unknown' } } } },
      responses: {
        202: {
          description: 'The job, with its result for a small table.',
          example: {
            id: exampleId,
            kind: 'publish',
            table: 'trips',
            about: { change: 'publish', fields: 'goal' },
            state: 'done',
            total: 120,
            done: 120,
            changed: 2,
            skipped: [],
            actor: { id: exampleId, email: 'chief@archery.example' },
            createdAt: '2026-05-01T10:00:00.000Z',
            startedAt: '2026-05-01T10:00:00.000Z',
            endedAt: '2026-05-01T10:00:01.000Z',
            undoable: true,
          },
        },
      },
      errors: { invalid_input: invalidSchema, conflict: savedSince, not_found: noTable },
    }),
    doc(previewSchema, {
      summary: 'Check a schema against the stored records',
      description:
        'Counts the values that would not validate in the fields that change. A large table is checked in parts: repeat the call with `after` set to `next`.',
      parameters: ofTable,
      body: { example: { schema } },
      responses: {
        200: {
          description: 'The impact on a part of the records.',
          example: {
            checked: 120,
            total: 120,
            next: null,
            faults: [{ field: 'goal', message: 'Goal is required', count: 2 }],
            records: [],
            retired: [],
          },
        },
      },
      errors: { invalid_input: invalidSchema, not_found: noTable },
    }),
    doc(fixValues, {
      summary: 'Set or clear invalid values',
      description:
        'Changes records by ordinary writes with history. Repeat the call with `after` set to `next`; after an interruption it may start from the beginning.',
      parameters: ofTable,
      body: { example: { version, fixes: { goal: { action: 'set', value: 'Unknown' } } } },
      responses: {
        200: {
          description: 'The changes to a part of the records.',
          example: { checked: 120, changed: 2, next: null, skipped: [] },
        },
      },
      errors: { invalid_input: invalidSchema, conflict: savedSince, not_found: noTable },
    }),
    doc(listSchemaVersions, {
      summary: 'Former schemas of a table',
      description: 'The last 50. To return to one, save its schema.',
      parameters: ofTable,
      responses: {
        200: {
          description: 'Former schemas, newest first.',
          example: { data: [{ id: 'trips:3:5f2b8c41d7e09a36', savedAt: summary.savedAt, savedBy: null, schema }] },
        },
      },
      errors: { not_found: noTable },
    }),
    doc(retireSchema, {
      summary: 'Retire a table, or restore it',
      description: 'A retired table is hidden from everyone. Its schema and its records are kept.',
      parameters: ofTable,
      body: { example: { version, isRetired: true } },
      responses: { 200: { description: 'Stored.', example: { ...table, isRetired: true } } },
      errors: {
        conflict:
          'Another user has saved the table since `version`, another table refers to it, or the product needs it.',
        not_found: noTable,
      },
    }),
  ])
}
