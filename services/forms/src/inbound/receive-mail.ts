import type { HostLookup } from '@app/mail/dns-records'
import { type ArrivedMails, newMailId, type Received } from './arrived-mails'
import type { InboundFiles } from './inbound-files'
import type { ErasedMails } from './inbound-mail'
import type { InboundQuotas } from './quotas'
import { contentKey } from './raw-mail'
import { isOfHost, namedNetwork, publicNetwork } from './source-network'

type Deps = {
  arrived: Pick<ArrivedMails, 'recognize' | 'add'>
  files: Pick<InboundFiles, 'add' | 'remove'>
  erased: Pick<ErasedMails, 'among'>
  quotas: Pick<InboundQuotas, 'take'>
  /** The server whose notes on the way of a mail are believed. */
  trustedHost?: string | undefined
  now?: () => Date
}
export type Incoming = Partial<Pick<Received, 'is_cut' | 'envelope'>> & {
  raw: Buffer
  /** Names the copy in its mailbox. */
  sourceKey?: string
  receivedAt?: Date
  /** Of the server that brought it, without a mailbox in between. */
  peer?: string
  /** `peer` is the trusted host itself. */
  isByTrustedHost?: boolean
}
type Keyed = Incoming & { keys: string[]; copies: Incoming[] }

/** Copies of one mail are one. */
function withKeys(incoming: readonly Incoming[]): Keyed[] {
  const mails = new Map<string, Keyed>()
  for (const mail of incoming) {
    const content = contentKey(mail.raw)
    const known = mails.get(content) ?? { ...mail, keys: [content], copies: [] }
    known.copies.push(mail)
    if (mail.sourceKey) known.keys.push(mail.sourceKey)
    mails.set(content, known)
  }
  return [...mails.values()]
}

/**
 * Says of a mail whether the trusted host brought it. Strangers could write its notes as well. Asked before mails are stored together: a DNS
 * server that is slow for one of them delays no other.
 */
export const knowingPeer =
  <T>(receive: (mail: Incoming) => Promise<T>, trustedHost: string | undefined, hosts?: HostLookup) =>
  async (mail: Incoming): Promise<T> => {
    const isByTrustedHost = trustedHost !== undefined && (await isOfHost(mail.peer ?? '', trustedHost, hosts))
    return receive({ ...mail, isByTrustedHost })
  }

/** Mail of a server of the school, or of its provider, counts for the network that this server names. */
const networkOf = ({ peer, isByTrustedHost, raw }: Incoming, trustedHost: string | undefined) =>
  (peer !== undefined && !isByTrustedHost && publicNetwork(peer)) ||
  namedNetwork(raw, trustedHost) ||
  publicNetwork(peer ?? '')

/**
 * Stores raw mails, each once, with a few writes for all of them. When it resolves, they survive a crash of any one server: only then may
 * they be acknowledged. A repeat at any step, also after a crash, leaves one of each. Resolves with those that were left where they are,
 * since they are beyond a quota.
 */
export const receiveMails =
  ({ arrived, files, erased, quotas, trustedHost, now = () => new Date() }: Deps) =>
  async (incoming: readonly Incoming[]): Promise<ReadonlySet<Incoming>> => {
    const mails = withKeys(incoming)
    const known = await arrived.recognize(mails)
    const at = now()
    const unknown = mails.filter((mail) => !known.has(mail))
    const gone = await erased.among(unknown.flatMap(({ keys }) => keys))
    const fresh = unknown.filter(({ keys }) => !keys.some((key) => gone.has(key)))
    const fits = await quotas.take(
      fresh.map((mail) => ({ network: networkOf(mail, trustedHost), bytes: mail.raw.length })),
    )
    const left = new Set(fresh.flatMap(({ copies }, n) => (fits[n] ? [] : copies)))
    const added = fresh.filter((_, n) => fits[n]).map((mail) => ({ ...mail, id: newMailId() }))
    if (added.length === 0) return left
    const stored = await files.add(added.map(({ id, raw }) => ({ bytes: raw, metadata: { mail: id, kind: 'raw' } })))
    const received = added.map(({ id, keys, raw, receivedAt, is_cut, envelope }, n): Received => {
      const received_at = receivedAt && receivedAt < at ? receivedAt : at
      const about = { ...(is_cut && { is_cut }), ...(envelope && { envelope }) }
      return { id, keys, raw: stored[n]!, size: raw.length, received_at, ...about }
    })
    const others = await arrived.add(received)
    if (others.length === 0) return left
    await files.remove(others.map(({ raw }) => raw))
    await arrived.recognize(others)
    return left
  }

export type ReceiveMails = ReturnType<typeof receiveMails>
