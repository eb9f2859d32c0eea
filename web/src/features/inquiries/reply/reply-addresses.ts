import { normalEmail } from '@app/contracts/email-address'
import type { FieldErrors } from '@app/contracts/errors'
import { maxCopies } from '@app/contracts/reply-files'

/** The addresses in a text, separated by commas, semicolons or spaces, and what is wrong with it. */
export function addressesIn(text: string): { addresses: string[]; errors: FieldErrors } {
  const typed = text.split(/[\s,;]+/).filter(Boolean)
  const bad = typed.find((one) => !normalEmail(one))
  if (bad) return { addresses: [], errors: { cc: `${bad} is not a valid email` } }
  const addresses = [...new Set(typed.map((one) => normalEmail(one)!))]
  if (addresses.length > maxCopies) return { addresses: [], errors: { cc: `At most ${maxCopies} people get a copy` } }
  return { addresses, errors: {} }
}
