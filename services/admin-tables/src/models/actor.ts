/** Who acts, in which session and by which request. */
export type Actor = { id: string; email: string; sid: string; requestId: string }
