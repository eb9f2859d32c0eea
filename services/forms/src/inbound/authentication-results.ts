import { normalEmail } from '@app/contracts/email-address'

/** One verdict of the server that received a mail: `dmarc=pass header.from=example.org`. */
type Result = { method: string; result: string; properties: ReadonlyMap<string, string> }
type Results = { host: string; results: Result[] }

/** The words of a header without comments; `;` and `=` are words of their own. What is quoted is one word, whatever it holds. */
function wordsOf(text: string): { word: string; isQuoted: boolean }[] {
  const words: { word: string; isQuoted: boolean }[] = []
  let word = ''
  const end = () => {
    if (word) words.push({ word, isQuoted: false })
    word = ''
  }
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    if (depth > 0) {
      if (sign === '\\') at++
      else if (sign === '(') depth++
      else if (sign === ')') depth--
    } else if (sign === '(') {
      end()
      depth = 1
    } else if (sign === '"') {
      end()
      let quoted = ''
      for (at++; at < text.length && text[at] !== '"'; at++) {
        if (text[at] === '\\') at++
        quoted += text[at] ?? ''
      }
      words.push({ word: quoted, isQuoted: true })
    } else if (sign === ';' || sign === '=') {
      end()
      words.push({ word: sign, isQuoted: false })
    } else if (/\s/.test(sign)) end()
    else word += sign
  }
  end()
  return words
}

/** A header `Authentication-Results`, by its grammar (RFC 8601, 2.2): what is quoted or a comment is never a verdict. */
function readResults(header: string): Results {
  const parts: ReturnType<typeof wordsOf>[] = [[]]
  for (const one of wordsOf(header)) {
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
