import { type Extensions, getSchema, type JSONContent } from '@tiptap/core'
import { DOMParser as MarkupParser } from '@tiptap/pm/model'
import { parseMarkup } from '#lib/parse-markup'

/** Parses stored rich text into the editor's document. Tiptap's own parsing of strings violates Trusted Types. */
export const readMarkup = (text: string, extensions: Extensions): JSONContent =>
  MarkupParser.fromSchema(getSchema(extensions)).parse(parseMarkup(text)).toJSON()
