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
  'If-Match': { description: 'The `updated_at` that the editor has seen.', example: '"2026-05-01T10:00:00.000Z"' },
}
