import { idempotencyHeader } from '../forms'
import type { ParameterDoc } from './call-doc'

export const exampleId = '6b0144c8eeb0df06111a9a1e'

export const idOf = (what: string): ParameterDoc => ({
  description: `The id of ${what}: 24 hex digits. Anything else is not found.`,
  example: exampleId,
})

export const tableName = (example: string): ParameterDoc => ({
  description: 'The name of a table. Any other name is not found.',
  example,
})

export const pageDoc: ParameterDoc = { description: 'From 1; 50 to a page.', example: '1' }

/** The header that makes a repeated call safe, with what a repeat does. */
export const idempotencyDoc = (description: string) => ({
  [idempotencyHeader]: { description, example: '0f8fad5b-d9cb-469f-a165-70867728950e' },
})

export const ifMatchDoc = {
  'If-Match': {
    description: 'The `updated_at` that the editor has seen, or the `ETag` of the record.',
    example: '"2026-05-01T10:00:00.000Z"',
  },
}

export const ifNoneMatchDoc = {
  'If-None-Match': {
    description: 'The `ETag` of a response that you have: if nothing has changed, 304.',
    example: '"Zm9y"',
  },
}
export const etagDoc = { ETag: 'Changes with the response. Send it as `If-None-Match`.' }
export const unchanged = { description: 'Nothing has changed since the ETag in If-None-Match.' }
export const fieldsDoc = {
  fields: { description: 'The fields to return, separated by commas; `id` always.', example: 'title,seats' },
}
