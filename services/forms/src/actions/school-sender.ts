import type { Address } from '@app/mail'
import { timeLimit } from '@app/mongo'

/**
 * The sender of mails: with the configured name, else with that of the school's settings. While those cannot be read, the last
 * known name is used, so that a login code does not depend on them.
 */
export function schoolSender({ name, address }: Address, school: () => Promise<string | undefined>) {
  let known = ''
  return async (): Promise<Address> => {
    if (name) return { name, address }
    known = (await timeLimit(school()).catch(() => known)) ?? ''
    return { name: known, address }
  }
}
