import { seconds } from '@app/contracts/durations'
import { elapsedField, honeypotField } from '@app/contracts/forms'
import type { SpamReason } from '@app/contracts/inquiries'

/** No person fills in four fields faster. */
const minElapsedMs = seconds(2)
const maxLinks = 3

/** Sent by the page with the fields. API clients may leave it out. */
export type SpamSignals = { [honeypotField]?: string | undefined; [elapsedField]?: number | undefined }

const linksIn = (text: string) => text.match(/https?:\/\/|(?<![\w/])www\./gi)?.length ?? 0

/** Why a message looks like spam; `undefined` when it does not. */
export function spamReasonOf(signals: SpamSignals, fields: Readonly<Record<string, string>>): SpamReason | undefined {
  if (signals[honeypotField]?.trim()) return 'honeypot'
  if ((signals[elapsedField] ?? minElapsedMs) < minElapsedMs) return 'too_fast'
  if (linksIn(Object.values(fields).join('\n')) > maxLinks) return 'links'
  return undefined
}
