import * as v from 'valibot'

/** One of my sessions. `id` only names it in this list: nobody can sign in with it. `device` is what the browser said. */
export const sessionSummary = v.object({
  id: v.string(),
  createdAt: v.string(),
  lastSeenAt: v.string(),
  device: v.string(),
  current: v.boolean(),
})
export type SessionSummary = v.InferOutput<typeof sessionSummary>

/** `GET /api/sessions`: mine that live, the latest used first. */
export const sessionList = v.array(sessionSummary)

/** `DELETE /api/sessions/{id}`. */
export const sessionEnded = v.object({ success: v.literal(true), id: v.string() })
