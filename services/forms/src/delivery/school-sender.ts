import type { Address } from '@app/mail'
import { timeLimit } from '@app/mongo'

/** The name of the school. While it cannot be read, the last known one, so that a login code does not depend on it. */
export function knownName(read: () => Promise<string>): () => Promise<string> {
  let known = ''
  return async () => {
    known = await timeLimit(read()).catch(() => known)
    return known
  }
}

/** The sender of mails: with the configured name, else with that of the school. */
export const schoolSender =
  ({ name, address }: Address, school: () => Promise<string>) =>
  async (): Promise<Address> => ({ name: name || (await school()), address })
