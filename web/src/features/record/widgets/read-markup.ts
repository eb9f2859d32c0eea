import { type Extensions, getSchema, type JSONContent } from '@tiptap/core'
import { DOMParser as MarkupParser } from '@tiptap/pm/model'

type Policies = { createPolicy(name: string, rules: { createHTML(text: string): string }): typeof unchanged }
const unchanged = { createHTML: (text: string) => text }

/** One of the two Trusted Types policies in the CSP; the editor creates the other one for pasted text. */
const policy =
  (globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy('rich-text-reader', unchanged) ?? unchanged

/**
 * Parses stored rich text into the editor's document. Tiptap's own parsing of strings violates Trusted Types. A document
 * made by DOMParser runs no script and loads nothing.
 */
export function readMarkup(text: string, extensions: Extensions): JSONContent {
  const { body } = new DOMParser().parseFromString(policy.createHTML(text), 'text/html')
  return MarkupParser.fromSchema(getSchema(extensions)).parse(body).toJSON()
}
