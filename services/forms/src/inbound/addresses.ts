import { normalEmail } from '@app/contracts/entered-line'
import { type Address, addressParser, decodeWords, type Email } from 'postal-mime'
import { shownLine } from './conversation-text'
import type { Mailbox } from './inbound-mail'
import { type Word, wordsOf } from './long-headers'

const maxLine = 998

/** One line without characters that no line has, not longer than a line of a mail. */
export const line = (text: string): string => shownLine(text).slice(0, maxLine)

export const mailboxes = (addresses: readonly Address[] = []): Mailbox[] =>
  addresses
    .flatMap((one) => (one.group ? mailboxes(one.group) : [{ name: line(one.name), address: one.address ?? '' }]))
    .map(({ name, address }) => ({ name, address: normalEmail(address) ?? line(address) }))

/** A name with a colon that is not in quotation marks begins a group by the grammar. */
const openName = /^([^":<>;]*:[^"<>;]*)<(?=[^<>;]*>[^<>;]*$)/

/**
 * True if an address in angle brackets, or one without them that is no name in front of some, is another than this one. By the grammar
 * (RFC 5322, 3.4 and 4.4), where the parser does not read what is quoted within brackets, or a domain with blanks. A bracket that is not
 * closed counts, and so does whatever an open quote or comment may hide.
 */
function isAnyOther(value: string, address: string): boolean {
  const found: string[] = []
  let isInBrackets = false
  let read: Word[] = []
  const close = () => {
    if (read.some(({ word, isQuoted }) => word === '@' && !isQuoted))
      found.push(read.map(({ word, isQuoted }) => (isQuoted ? `"${word}"` : word)).join(''))
    read = []
  }
  // Its last word is swallowed by a quote or a comment that is not closed.
  const words = wordsOf(`${value} >`, '<>@,;:')
  for (const one of words) {
    const sign = one.isQuoted ? '' : one.word
    if (sign === '<') {
      if (isInBrackets) close()
      read = []
      isInBrackets = true
    } else if (sign === '>') {
      close()
      isInBrackets = false
    } else if (!isInBrackets && [',', ';', ':'].includes(sign)) close()
    else read.push(one)
  }
  return words.at(-1)?.word !== '>' || found.some((one) => (normalEmail(one) ?? one) !== address)
}

/**
 * The author. `Last, First <a@b>` without quotation marks is two people by the grammar, and one by its addresses; several addresses are
 * several people.
 */
export function authorOf(email: Email): { from: Mailbox; isSeveral: boolean } {
  const fields = email.headers.filter(({ key }) => key === 'from')
  const value = fields[0]?.value ?? ''
  const people = mailboxes(addressParser(value.replace(openName, '"$1" <'), { flatten: true }))
  const reachable = people.filter(({ address }) => normalEmail(address) !== undefined)
  const [first] = reachable
  if (!first)
    return { from: mailboxes(email.from ? [email.from] : [])[0] ?? { name: '', address: '' }, isSeveral: false }
  const names = people.slice(0, people.indexOf(first)).map(({ name, address }) => name || address)
  const name = line(decodeWords([...names, first.name].filter(Boolean).join(', ')))
  const isSeveral = fields.length > 1 || reachable.length > 1 || isAnyOther(value, first.address)
  return { from: { name, address: first.address }, isSeveral }
}
