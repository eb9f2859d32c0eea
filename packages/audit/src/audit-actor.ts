/** Who acts, as an entry names them. */
export const auditActor = ({ id, email }: { id: string; email: string }, requestId: string) => ({
  id,
  email,
  requestId,
})
