import { seconds } from '@app/contracts/durations'
import { elapsedField, honeypotField } from '@app/contracts/forms'
import type { SpamReason } from '@app/contracts/inquiries'

/** Nobody reads four fields and fills them faster. */
const fastest = seconds(2)
const mostLinks = 3

/** What the page tells beside the fields; somebody who writes to the API himself may leave it out. */
export type Signs = { [honeypotField]?: string | undefined; [elapsedField]?: number | undefined }

const linksIn = (text: string) => text.match(/https?:\/\/|(?<![\w/])www\./gi)?.length ?? 0

/** Why a message looks like spam, if it does. */
export function spamSign(signs: Signs, fields: Readonly<Record<string, string>>): SpamReason | undefined {
  if (signs[honeypotField]?.trim()) return 'honeypot'
  if ((signs[elapsedField] ?? fastest) < fastest) return 'too_fast'
  if (linksIn(Object.values(fields).join('\n')) > mostLinks) return 'links'
  return undefined
}
