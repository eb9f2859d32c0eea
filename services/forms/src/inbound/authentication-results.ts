import { normalEmail } from '@app/contracts/entered-line'
import { type Word, wordsOf } from './long-headers'

/** One verdict of the server that received a mail: `dmarc=pass header.from=example.org`. */
type Result = { method: string; result: string; properties: ReadonlyMap<string, string> }
type Results = { host: string; results: Result[] }

/** A header `Authentication-Results`, by its grammar (RFC 8601, 2.2): what is quoted or a comment is never a verdict. */
function readResults(header: string): Results {
  const parts: Word[][] = [[]]
  for (const one of wordsOf(header, ';=')) {
    if (one.word === ';' && !one.isQuoted) parts.push([])
    else parts.at(-1)!.push(one)
  }
  const [host, ...verdicts] = parts
  return {
    host: (host?.[0]?.isQuoted === false ? host[0].word : '').toLowerCase(),
    results: verdicts.flatMap((words) => {
      const [method, equals, result, ...rest] = words
      if (!method || !equals || !result || method.isQuoted || result.isQuoted) return []
      if (equals.word !== '=' || equals.isQuoted) return []
      const properties = new Map<string, string>()
      for (const [n, { word, isQuoted }] of rest.entries())
        if (word === '=' && !isQuoted && rest[n - 1] && rest[n + 1])
          properties.set(rest[n - 1]!.word.toLowerCase(), rest[n + 1]!.word)
      return [
        { method: method.word.toLowerCase().replace(/\/\d+$/, ''), result: result.word.toLowerCase(), properties },
      ]
    }),
  }
}

const isWithin = (domain: string, parent: string) => domain === parent || domain.endsWith(`.${parent}`)

/**
 * True if the receiving server found that the domain of this sender vouches for the mail. Only the topmost header that names our own
 * server counts: a sender can add others.
 */
export function passesDmarc(headers: readonly string[], trustedHost: string | undefined, sender: string): boolean {
  if (!trustedHost || normalEmail(sender) === undefined) return false
  const host = trustedHost.toLowerCase()
  const own = headers.map(readResults).find((one) => one.host === host)
  const dmarc = own?.results.filter(({ method }) => method === 'dmarc') ?? []
  const domain = sender.slice(sender.lastIndexOf('@') + 1).toLowerCase()
  return (
    dmarc.length > 0 &&
    dmarc.every(({ result, properties }) => {
      const from = properties.get('header.from')?.toLowerCase()
      return result === 'pass' && (from === undefined || isWithin(domain, from))
    })
  )
}
