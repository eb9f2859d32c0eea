import * as v from 'valibot'

const text = v.string()

/** A guardian to add with a new student. */
const newGuardian = v.object({ name: text, phone: text })
export type NewGuardian = v.InferOutput<typeof newGuardian>

/** A person who came to a lesson without being expected: one who is known, or one to add. */
const walkIn = v.object({
  kind: v.literal('walk-in'),
  lesson: text,
  /** The title of the lesson and the name of the person, to be shown. */
  about: text,
  name: text,
  person: v.union([
    v.object({ id: text }),
    v.object({ values: v.record(text, v.unknown()), guardian: v.optional(newGuardian) }),
  ]),
})
export type WalkInEntry = v.InferOutput<typeof walkIn>

/** A line to add to the notes of a record. */
const note = v.object({
  kind: v.literal('note'),
  table: v.picklist(['students', 'lessons']),
  record: text,
  /** The title of the record, to be shown. */
  about: text,
  /** The whole line, with the moment it was written. */
  line: text,
})
export type NoteEntry = v.InferOutput<typeof note>

/** Entries of this device that are not sent yet, apart from marks. */
export const outboxEntry = v.union([walkIn, note])
export type OutboxEntry = v.InferOutput<typeof outboxEntry>
