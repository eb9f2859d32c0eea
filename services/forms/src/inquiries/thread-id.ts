import { timingSafeEqual } from 'node:crypto'
import { threadMac } from './outgoing-mail'

const ours = /^<([0-9a-f]{24})\.([\w-]+?)(?:\.([0-9a-f]{20}))?@([^<>@\s]+)>$/
const isEqual = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

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
