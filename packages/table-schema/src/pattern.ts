import { phonePattern } from './record-validation'

/** The patterns that a field may have, by their meaning. */
export const patterns = {
  phone: phonePattern,
  inventoryNumber: '^[A-Z]{2}-[0-9]{3,5}$',
} as const

const offered: ReadonlySet<string> = new Set(Object.values(patterns))
export const isOffered = (pattern: string) => offered.has(pattern)

/** A pattern that an earlier release has stored may be another one. */
export function isReadable(pattern: string): boolean {
  if (pattern.length > 200) return false
  try {
    return new RegExp(pattern, 'u') !== undefined
  } catch {
    return false
  }
}

/** An extension, which stored patterns of phones do not know. */
const extension = / x[0-9]{1,6}$/

/** True if a text matches an offered pattern. Others are matched by the service. */
export const matchesOffered = (pattern: string, text: string): boolean =>
  !offered.has(pattern) ||
  new RegExp(pattern, 'u').test(pattern === patterns.phone ? text.replace(extension, '') : text)
