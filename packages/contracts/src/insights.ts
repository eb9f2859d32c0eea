import * as v from 'valibot'
import { interest } from './interest'

const day = v.pipe(v.string(), v.isoDate())

/** `GET /api/insights`. A part is null without the right to see its table. */
export const insights = v.object({
  from: day,
  to: day,
  inquiries: v.nullable(
    v.object({
      /** Inquiries without spam; `week` is its Monday. */
      byWeek: v.array(v.object({ week: day, interest: v.string(), count: v.number() })),
      /** By their names, in the order of the contact form. */
      interests: v.array(interest),
      total: v.number(),
      answered: v.number(),
      answeredWithin24h: v.number(),
      medianMinutes: v.nullable(v.number()),
    }),
  ),
  /** Lessons that were not cancelled. */
  seats: v.nullable(
    v.array(
      v.object({
        date: day,
        place: v.string(),
        placeName: v.string(),
        lessons: v.number(),
        seats: v.number(),
        taken: v.number(),
      }),
    ),
  ),
  /** Students added up to the end of the period. */
  levels: v.nullable(v.array(v.object({ level: v.string(), levelName: v.string(), count: v.number() }))),
})
export type Insights = v.InferOutput<typeof insights>
