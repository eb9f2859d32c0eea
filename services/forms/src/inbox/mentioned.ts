import type { Colleague } from '@app/contracts/inbox'

/** `@ana` or `@ana@example.com`, not inside of a word or an address. */
const mention = /(?<![\w.@-])@([\w.+-]+(?:@[\w.-]+)?)/g

/** The colleagues that a note mentions by their handle or address, each once. A dot at the end belongs to the sentence. */
export function mentioned(text: string, colleagues: readonly Colleague[]): Colleague[] {
  const names = new Set(Array.from(text.matchAll(mention), ([, name = '']) => name.replace(/[.-]+$/, '').toLowerCase()))
  return colleagues.filter(({ handle, email }) => names.has(handle.toLowerCase()) || names.has(email.toLowerCase()))
}
