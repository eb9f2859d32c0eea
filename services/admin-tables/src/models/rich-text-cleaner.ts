import sanitizeHtml from 'sanitize-html'

/** A whole address: what is relative, or begins with anything that a browser would drop, is none. */
const leadsOut = /^(?:https?:\/\/|mailto:)[^\p{Cc}\s]+$/iu

const options: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'b', 'i', 'u', 'a', 'ul', 'ol', 'li', 'h2', 'h3'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    strong: 'b',
    em: 'i',
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: leadsOut.test(href) ? { href } : ({} as sanitizeHtml.Attributes),
    }),
  },
  // The text of these is no text.
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'noembed', 'noframes', 'iframe', 'xmp', 'title'],
  nestingLimit: 50,
}

const maxRounds = 3

/** Markup with nothing in it but a short list of harmless elements. What comes out is the same when it is cleaned again. */
export function cleanRichText(html: string): string {
  let clean = html
  for (let round = 0; round < maxRounds; round++) {
    const next = sanitizeHtml(clean, options)
    if (next === clean) return clean
    clean = next
  }
  // Whatever changes at each turn is not worth keeping as markup.
  return sanitizeHtml(clean, options) === clean
    ? clean
    : sanitizeHtml(clean, { allowedTags: [], allowedAttributes: {} })
}
