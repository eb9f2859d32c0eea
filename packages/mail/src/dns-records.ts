import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { DnsCheck } from '@app/contracts/deliverability'

/** One finding. `record` is the value to publish at `at`. */
export type Row = { name: DnsCheck['name']; text: string; attention?: true; record?: { at: string; value: string } }

/** The TXT records of a name; empty when it has none, undefined when no DNS server answered. */
export type Lookup = (name: string) => Promise<string[] | undefined>

const maxPiece = 255

/** Bun returns each piece of a long record as a record of its own. A piece goes on where it is full or has a blank at the seam. */
function joinPieces(pieces: readonly string[]): string[] {
  const records: string[] = []
  pieces.forEach((piece, at) => {
    const before = pieces[at - 1]
    if (before !== undefined && (before.length === maxPiece || before.endsWith(' ') || piece.startsWith(' ')))
      records.push(records.pop() + piece)
    else records.push(piece)
  })
  return records
}

/** Queries the DNS servers of this machine, or others. */
export function dnsLookup(servers?: readonly string[]): Lookup {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 })
  if (servers) resolver.setServers(servers)
  return async (name) => {
    const records = await orNone(resolver.resolveTxt(name))
    return records && joinPieces(records.flat())
  }
}

const unanswered = (name: Row['name']): Row => ({
  name,
  text: 'unknown: no DNS server answered. Try again where there is a network.',
  attention: true,
})

/** Checks that the sender's domain has a policy of who may send for it. */
export async function spfRow(domain: string, lookup: Lookup, smtpHost?: string): Promise<Row> {
  const name = 'SPF' as const
  const records = (await lookup(domain))?.filter((text) => /^v=spf1(\s|$)/i.test(text))
  if (!records) return unanswered(name)
  const [record] = records
  if (!record)
    return {
      name,
      text: `none at ${domain}. Publish the record that your mail provider names.`,
      attention: true,
      ...(smtpHost && { record: { at: domain, value: `v=spf1 a:${smtpHost} -all` } }),
    }
  if (records.length > 1)
    return { name, text: `${records.length} records at ${domain}, which voids all. Merge them.`, attention: true }
  if (/\s[-~]all\s*$/i.test(record) || /\sredirect=/i.test(record)) return { name, text: `${domain}: ${record}` }
  const strict = `${record.replace(/\s+[+?]?all\s*$/i, '').trim()} -all`
  const text = `${domain}: ${record} lets anyone send for it. End it with -all.`
  return { name, text, attention: true, record: { at: domain, value: strict } }
}

/** Names that providers use for their keys. */
const usualSelectors = 'default dkim mail smtp google selector1 selector2 s1 s2 k1 k2 k3 pm mg fm1 fm2 fm3 sib resend'

/** Checks that a key is published with which receivers check signatures. A selector can only be known or guessed. */
export async function dkimRow(domain: string, selector: string | undefined, lookup: Lookup): Promise<Row> {
  const name = 'DKIM' as const
  const selectors = selector ? [selector] : usualSelectors.split(' ')
  const answers = await Promise.all(
    selectors.map(async (one) => ({ one, records: await lookup(`${one}._domainkey.${domain}`) })),
  )
  const found = answers.find(({ records }) => records?.some((text) => /(^|;)\s*p=[^;\s]+/i.test(text)))
  if (found) return { name, text: `a key at ${found.one}._domainkey.${domain}` }
  if (answers.some(({ records }) => !records)) return unanswered(name)
  const text = selector
    ? `no key at ${selector}._domainkey.${domain}. Publish the one that your mail provider names.`
    : `no key under a usual name. Your mail provider names the selector: make check-mail SELECTOR=...`
  return { name, text, attention: true }
}

/** The policy for mails that fail. A subdomain without a record follows its parent. */
export async function dmarcRow(domain: string, lookup: Lookup, from?: string): Promise<Row> {
  const name = 'DMARC' as const
  const parent = domain.split('.').slice(-2).join('.')
  for (const at of new Set([domain, parent])) {
    const records = (await lookup(`_dmarc.${at}`))?.filter((text) => /^v=DMARC1\s*(;|$)/i.test(text))
    if (!records) return unanswered(name)
    const [record] = records
    if (!record) continue
    const policy = /;\s*p=(\w+)/i.exec(record)?.[1]?.toLowerCase()
    if (policy === 'quarantine' || policy === 'reject') return { name, text: `_dmarc.${at}: ${record}` }
    const text = `_dmarc.${at}: ${record} stops no forged mail. Once reports show no own mails failing, set p=quarantine.`
    const value = record.replace(/(;\s*p=)\w+/i, '$1quarantine')
    return { name, text, attention: true, record: { at: `_dmarc.${at}`, value } }
  }
  const begin = `v=DMARC1; p=none; rua=mailto:${from ?? `postmaster@${domain}`}`
  const text = `none at _dmarc.${domain}. Begin with v=DMARC1; p=none; rua=mailto:...`
  return { name, text, attention: true, record: { at: `_dmarc.${domain}`, value: begin } }
}

/** The addresses of a host, and the names of an address; empty when there are none, undefined when no DNS server answered. */
export type HostLookup = {
  addresses: (host: string) => Promise<string[] | undefined>
  names: (address: string) => Promise<string[] | undefined>
}

const orNone = async <Found>(found: Promise<Found[]>) => {
  try {
    return await found
  } catch (error) {
    const { code } = error as { code?: string }
    return code === 'ENODATA' || code === 'ENOTFOUND' ? [] : undefined
  }
}

const resolver = new Resolver({ timeout: 3_000, tries: 2 })
const hostLookup: HostLookup = {
  async addresses(host) {
    if (isIP(host)) return [host]
    const found = await Promise.all([orNone(resolver.resolve4(host)), orNone(resolver.resolve6(host))])
    return found.some(Boolean) ? found.flatMap((each) => each ?? []) : undefined
  },
  names: (address) => orNone(resolver.reverse(address)),
}

/** Of one address. */
const maxNames = 10

/**
 * The names of an address whose own DNS entries contain this address, so that the owner of the name agrees (`iprev`, RFC 8601, 2.7.3).
 * Undefined when no DNS server answered.
 */
export async function confirmedNames(
  address: string,
  { addresses, names }: HostLookup = hostLookup,
): Promise<string[] | undefined> {
  const known = (await names(address))?.slice(0, maxNames)
  const found = known?.map(async (name) => ((await addresses(name))?.includes(address) ? [name] : []))
  return found && (await Promise.all(found)).flat()
}

/** Checks that the address of the mail server has a name that leads back to it. Receivers refuse mail of servers without. */
async function reverseRow(host: string, hosts: HostLookup = hostLookup): Promise<Row> {
  const name = 'Reverse DNS' as const
  const found = await hosts.addresses(host)
  if (!found) return unanswered(name)
  const [address] = found
  if (!address) return { name, text: `${host} has no address.`, attention: true }
  const known = await confirmedNames(address, hosts)
  if (!known) return unanswered(name)
  if (known[0]) return { name, text: `${address} is ${known[0]}` }
  const text = `${address} (${host}) has no name that leads back to it. Whoever runs the server sets it with its provider.`
  return { name, text, attention: true }
}

/** Names that can never be published. */
export const isReserved = (domain: string) =>
  /(^|\.)(example(\.(com|net|org))?|invalid|test|localhost|local)$/.test(domain)

type Sender = { domain: string; from: string; smtpHost: string }

/** All records of a sender, with what to publish. */
export async function checkDns(
  { domain, from, smtpHost }: Sender,
  lookup: Lookup,
  hosts?: HostLookup,
): Promise<DnsCheck[]> {
  const names = ['SPF', 'DKIM', 'DMARC', 'Reverse DNS'] as const
  if (isReserved(domain)) {
    const text = `${domain} is reserved for examples, so it has no records.`
    return names.map((name) => ({ name, text, isGood: false, record: null }))
  }
  const rows = await Promise.all([
    spfRow(domain, lookup, smtpHost),
    dkimRow(domain, undefined, lookup),
    dmarcRow(domain, lookup, from),
    reverseRow(smtpHost, hosts),
  ])
  return rows.map(({ name, text, attention, record }) => ({
    name,
    text,
    isGood: !attention,
    record: record ? { ...record, type: 'TXT' as const } : null,
  }))
}
