import * as v from 'valibot'
import { objectIdPattern } from './object-id'

/** The seat held for a waiting student. It counts as taken while it is open. */
export const seatOffer = v.object({
  until: v.string(),
  isOpen: v.boolean(),
  /** Whether its email was handed over; false where the request ended in between. */
  isMailed: v.boolean(),
})
export type SeatOffer = v.InferOutput<typeof seatOffer>

const studentId = v.pipe(v.string(), v.regex(objectIdPattern, 'Student must be an id'))

/** `POST /api/lessons/{id}/offer`. */
export const newSeatOffer = v.strictObject({
  student: studentId,
  /** Those who get their seats together with the student: all of them, or none. */
  siblings: v.optional(v.pipe(v.array(studentId), v.maxLength(9, 'At most 9 siblings'))),
  /** The seat is held until then: an instant, not after the lesson begins. */
  until: v.pipe(v.string(), v.isoTimestamp('Until must be an instant')),
})
export type NewSeatOffer = v.InferOutput<typeof newSeatOffer>
