import type { Address, Letterhead, Look } from '@app/mail'
import { timeLimit } from '@app/mongo'

/** The value that is read. While it cannot be, the last known one, so that a login code does not depend on it. */
export function lastKnown<Value>(read: () => Promise<Value>, first: Value): () => Promise<Value> {
  let known = first
  return async () => {
    known = await timeLimit(read()).catch(() => known)
    return known
  }
}

/** The letterhead of mails, read once for each. Their sender has the configured name, else that of the school. */
export const schoolLetterhead =
  ({ name, address }: Address, read: () => Promise<Look>) =>
  async (): Promise<Letterhead> => {
    const look = await read()
    return { sender: { name: name || look.school, address }, look }
  }
