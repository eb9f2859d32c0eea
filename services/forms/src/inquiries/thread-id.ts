import { createHmac, timingSafeEqual } from 'node:crypto'
import { threadMac } from './outgoing-mail'

const ours = /^<([0-9a-f]{24})\.([\w-]+?)(?:\.([0-9a-f]{20}))?@([^<>@\s]+)>$/
const reportKeyLength = 32
const isEqual = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/**
 * The key by which a report about a mail shows that it is about one that was returned. The Message-ID is no such key: whoever gets an answer
 * or a forward of the mail reads it there.
 */
export const reportKey = (threadKey: string, messageId: string) =>
  createHmac('sha256', threadKey).update(`report ${messageId}`).digest('base64url').slice(0, reportKeyLength)

export const isReportKey = (threadKey: string | undefined, messageId: string, keys: readonly string[]) =>
  threadKey !== undefined && keys.some((key) => isEqual(key, reportKey(threadKey, messageId)))

/** The parts of a Message-ID of ours. `mac` is missing in those of earlier releases. */
export function readThreadId(messageId: string, mailDomain: string) {
  const [, id = '', name = '', mac, domain] = ours.exec(messageId) ?? []
  return id && domain === mailDomain ? { id, name, mac } : undefined
}

/** True if somebody who has `mac` has received the mail of this name. */
export const isThreadMac = (
  threadKey: string | undefined,
  { id, name, mac }: { id: string; name: string; mac: string },
) => threadKey !== undefined && isEqual(mac, threadMac(threadKey, id, name))
