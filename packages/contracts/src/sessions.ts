import * as v from 'valibot'

/** A session of the current user. `id` names it in this list only and opens nothing. `device` comes from the User-Agent. */
export const sessionSummary = v.object({
  id: v.string(),
  createdAt: v.string(),
  lastSeenAt: v.string(),
  device: v.string(),
  /** Kept for the day instead of ending after 30 minutes of inactivity. */
  kept: v.boolean(),
  current: v.boolean(),
})
export type SessionSummary = v.InferOutput<typeof sessionSummary>

/** `GET /api/sessions`: the live sessions, the latest used first. */
export const sessionList = v.array(sessionSummary)

/** `DELETE /api/sessions/{id}`. */
export const sessionEnded = v.object({ success: v.literal(true), id: v.string() })
