import { threadMac } from './outgoing-mail'

/** 40 bits. A guess costs a mail, and counts only from an address that the inquiry knows. */
const tokenLength = 10
/** The bracket may be cut off, the token may not. */
const anywhere = new RegExp(`\\s*\\[#([0-9a-f]{${tokenLength}})(?![0-9a-f])\\]?`, 'gi')
const maxTokens = 5

/** The end of the subject of a reply, so that an answer without In-Reply-To and References is recognized. */
export const subjectToken = (threadKey: string, inquiry: string) =>
  threadMac(threadKey, inquiry, 'subject').slice(0, tokenLength)

/** The subject of a reply as it is sent. Inquiries of earlier releases have no key. */
export const withSubjectToken = (subject: string, threadKey: string | undefined, inquiry: string) =>
  threadKey ? `${withoutSubjectToken(subject, threadKey, inquiry)} [#${subjectToken(threadKey, inquiry)}]` : subject

/** The subject without the token of this inquiry. What looks like another one may be a number that the visitor wrote. */
export function withoutSubjectToken(subject: string, threadKey: string | undefined, inquiry: string): string {
  if (!threadKey) return subject.trim()
  const own = subjectToken(threadKey, inquiry)
  return subject.replace(anywhere, (written, token: string) => (token.toLowerCase() === own ? '' : written)).trim()
}

/** The subject without anything that looks like a token, where the inquiry is not at hand. */
export const withoutTokens = (subject: string) => subject.replace(anywhere, '').trim()

/** The tokens in a subject, whatever mail programs have put around them. */
export const tokensIn = (subject: string): string[] =>
  [...subject.matchAll(anywhere)].slice(-maxTokens).flatMap(([, token]) => token?.toLowerCase() ?? [])
