import { type Extensions, getSchema, type JSONContent } from '@tiptap/core'
import { DOMParser as MarkupParser } from '@tiptap/pm/model'

type Policies = { createPolicy(name: string, rules: { createHTML(text: string): string }): typeof asItIs }
const asItIs = { createHTML: (text: string) => text }

/** One of the two policies that the site allows; the editor brings the other, for what is pasted. */
const policy =
  (globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy('rich-text-reader', asItIs) ?? asItIs

/**
 * A stored rich text as the editor's own tree. Tiptap would read a string by itself, but the policy of the site lets nobody
 * turn a string into markup unnamed. The document it is read in runs no script and loads nothing.
 */
export function readMarkup(text: string, extensions: Extensions): JSONContent {
  const { body } = new DOMParser().parseFromString(policy.createHTML(text), 'text/html')
  return MarkupParser.fromSchema(getSchema(extensions)).parse(body).toJSON()
}
