import * as v from 'valibot'
import { objectIdPattern } from './object-id'
import { writtenLine } from './written-text'

/** `GET /api/lessons/{id}/walk-ins`: students by their names, and nothing else of them. */
export const walkInNames = v.object({ data: v.array(v.object({ id: v.string(), label: v.string() })) })
export type WalkInNames = v.InferOutput<typeof walkInNames>

const known = v.strictObject({ student: v.pipe(v.string(), v.regex(objectIdPattern, 'Student must be an id')) })
const unknown = v.strictObject({
  /** The fields that a student needs, as the table describes them. */
  values: v.record(v.string(), v.unknown()),
  guardian: v.optional(v.strictObject({ name: writtenLine('Guardian', 100), phone: writtenLine('Phone', 40) })),
})

/** `POST /api/lessons/{id}/walk-ins`: a student of the school, or a new one. */
export const newWalkIn = v.union([known, unknown], 'Send the id of a student, or the values of a new one')
export type NewWalkIn = v.InferOutput<typeof newWalkIn>

export const walkedIn = v.object({ student: v.string() })
