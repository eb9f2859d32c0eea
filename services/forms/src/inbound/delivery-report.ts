import type { StoredBounce } from './inbound-mail'

/** A header may go on in lines that are indented: our own Message-IDs are long enough for it. */
const field = (text: string, name: string) =>
  (new RegExp(`^${name}:(.*(?:\\r?\\n[ \\t]+.*)*)`, 'im').exec(text)?.[1] ?? '').replace(/\s+/g, ' ').trim()

/** The Message-ID of the mail that a report returns. */
export const returnedId = (returned: string) => /<[^<>\s]+>/.exec(field(returned, 'Message-ID'))?.[0]

/**
 * What a delivery report (RFC 3464) says about a mail: of the recipients the first that failed. `undefined` where no recipient failed or
 * is late. 5.7.x is a refusal of this mail by a policy, not of the address.
 */
export function readReport(status: string, returned: string): StoredBounce | undefined {
  const recipients = status
    .replace(/\r\n/g, '\n')
    .split(/\n{2,}/)
    .map((part) => ({
      action: field(part, 'Action').toLowerCase(),
      status: field(part, 'Status').split(/\s/)[0] ?? '',
    }))
  const worst =
    recipients.find(({ action }) => action === 'failed') ?? recipients.find(({ action }) => action === 'delayed')
  const messageId = returnedId(returned)
  if (!worst || !messageId) return undefined
  const isFinal = worst.action === 'failed' && worst.status.startsWith('5.') && !worst.status.startsWith('5.7.')
  return { message_id: messageId, status: worst.status || '0.0.0', permanent: isFinal }
}
