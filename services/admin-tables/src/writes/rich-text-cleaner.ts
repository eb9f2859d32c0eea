import sanitizeHtml from 'sanitize-html'

/** An absolute address: relative ones, and those with leading characters that browsers drop, are refused. */
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
  // The content of these elements is not text.
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'noembed', 'noframes', 'iframe', 'xmp', 'title'],
  nestingLimit: 50,
}

const maxRounds = 3

/** Markup reduced to a short list of harmless elements. Idempotent. */
export function cleanRichText(html: string): string {
  let clean = html
  for (let round = 0; round < maxRounds; round++) {
    const next = sanitizeHtml(clean, options)
    if (next === clean) return clean
    clean = next
  }
  // Markup that still changes after several passes is dropped.
  return sanitizeHtml(clean, options) === clean
    ? clean
    : sanitizeHtml(clean, { allowedTags: [], allowedAttributes: {} })
}
