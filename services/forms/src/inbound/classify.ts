/** The headers of a mail, by lower-case name: the first value of each. */
export type Headers = ReadonlyMap<string, string>

export type Kind = 'person' | 'bounce' | 'complaint' | 'automated'
type Classified = { kind: Kind; reason: string }

const programs = /^(?:mailer-daemon|postmaster)@/i
/** Responders that say nothing of it in a header. The whole subject begins like that, in the words of the common programs. */
const responders =
  /^(?:auto(?:matic)?[- ]?(?:reply|response|antwort)|out of (?:the )?office|abwesend|abwesenheitsnotiz)\b/i

/** Whether a person or a program has sent a mail: RFC 3834, RFC 3464, RFC 5965, RFC 2919 and what was usual before. */
export function classify(headers: Headers, sender: string, returnPath = headers.get('return-path')): Classified {
  const value = (name: string) => headers.get(name)?.trim().toLowerCase() ?? ''
  const type = value('content-type')
  if (/^multipart\/report\b/.test(type)) {
    if (/report-type\s*=\s*"?delivery-status/.test(type)) return { kind: 'bounce', reason: 'A delivery report.' }
    if (/report-type\s*=\s*"?feedback-report/.test(type))
      return { kind: 'complaint', reason: 'The recipient marked a mail of yours as spam.' }
    return { kind: 'automated', reason: 'A report of a mail program.' }
  }
  const automated = (reason: string): Classified => ({ kind: 'automated', reason })
  const submitted = value('auto-submitted').split(/[;\s]/)[0] ?? ''
  if (submitted && submitted !== 'no')
    return automated(submitted === 'auto-replied' ? 'An automatic reply.' : 'Sent by a program.')
  if (
    /^(?:auto_reply|auto-reply)/.test(value('precedence')) ||
    headers.has('x-autoreply') ||
    headers.has('x-autorespond')
  )
    return automated('An automatic reply.')
  if (headers.has('list-id') || headers.has('list-unsubscribe') || /^(?:bulk|list|junk)$/.test(value('precedence')))
    return automated('A mailing list or a newsletter.')
  if (returnPath?.trim() === '<>' || programs.test(sender)) return automated('Sent by a mail server.')
  if (responders.test(headers.get('subject')?.trim() ?? '')) return automated('An automatic reply.')
  return { kind: 'person', reason: '' }
}

/** The verdict of the receiving server's filter. */
export const isFlaggedAsSpam = (headers: Headers): boolean =>
  /^yes\b/i.test(headers.get('x-spam-flag')?.trim() ?? '') || /^yes\b/i.test(headers.get('x-spam-status')?.trim() ?? '')

/**
 * Whether the receiving server found that the sender's domain vouches for the mail (RFC 8601). Only the topmost header that names our
 * own server counts: a sender can add others.
 */
export function passesDmarc(results: readonly string[], trustedHost: string | undefined): boolean {
  if (!trustedHost) return false
  const host = trustedHost.toLowerCase()
  const own = results.find((value) => value.trim().toLowerCase().split(/[\s;]/)[0] === host)
  return own !== undefined && /;\s*dmarc\s*=\s*pass\b/i.test(own.replace(/\([^()]*\)/g, ''))
}
