/** The longest address that SMTP can carry (RFC 5321, 4.5.3.1.3, as corrected by erratum 1690). */
const longestAddress = 254

/**
 * One mailbox: a plain local part and a host name with a dot. Quoted parts, comments, lists and display names are
 * refused, so that a text which passes can never name a second recipient.
 */
const mailbox =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

/**
 * Brings an address to the form it is stored and compared in: NFKC, trimmed, lower case. `undefined` when it is not
 * one mailbox. Normalising comes first, so a look-alike of `@` cannot slip past the check.
 */
export function normalEmail(text: string): string | undefined {
  if (text.length > 2 * longestAddress) return undefined
  const address = text.normalize('NFKC').trim().toLowerCase()
  return address.length <= longestAddress && mailbox.test(address) ? address : undefined
}
