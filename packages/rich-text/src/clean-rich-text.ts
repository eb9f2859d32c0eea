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

/** A picture of a mail comes from a server of its sender. */
const pictureAddress = /^https:\/\/[^\p{Cc}\s"'<>`]{1,2000}$/iu
/** Invisible pictures only report that the mail was opened. */
const isInvisible = ({ width, height }: sanitizeHtml.Attributes) =>
  [width, height].some((size) => size !== undefined && Number.parseInt(size, 10) <= 1)

/** Keeps the address of a picture where nothing loads it. */
function picture(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const address = attribs['data-src'] ?? attribs['src'] ?? ''
  const isKept = pictureAddress.test(address) && !isInvisible(attribs)
  return { tagName, attribs: isKept ? { 'data-src': address, alt: (attribs['alt'] ?? '').slice(0, 200) } : {} }
}

/** The parts of a mail that are kept: pictures, too, without loading them. */
const cleanedMailOptions: sanitizeHtml.IOptions = {
  ...options,
  allowedTags: [...(options.allowedTags as string[]), 'img'],
  allowedAttributes: { a: ['href'], img: ['data-src', 'alt'] },
  transformTags: { ...options.transformTags, img: picture },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs['data-src'],
}

/** A mail lays its text out with boxes and tables, which become paragraphs. */
const mailOptions: sanitizeHtml.IOptions = {
  ...cleanedMailOptions,
  transformTags: { ...cleanedMailOptions.transformTags, div: 'p', tr: 'p', pre: 'p', h1: 'h2', h4: 'h3' },
  // A quotation is shown as text.
  nonTextTags: [...(options.nonTextTags ?? []), 'blockquote'],
}

/** Elements that begin and end a line where no line break does. */
const blocks = [
  ...[
    'p',
    'div',
    'table',
    'caption',
    'tr',
    'ul',
    'ol',
    'li',
    'dl',
    'dt',
    'dd',
    'pre',
    'listing',
    'hr',
    'center',
    'form',
  ],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'address', 'article', 'aside', 'section', 'header', 'footer', 'main', 'nav'],
  ...['figure', 'figcaption', 'fieldset', 'legend', 'details', 'summary'],
]
const lineStart = new RegExp(`<(?:${blocks.join('|')})>`, 'g')
const lineEnd = new RegExp(`</(?:${blocks.join('|')})>|<(?:br|hr)\\s?/?>`, 'g')
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

const maxRounds = 3

function clean(html: string, first: sanitizeHtml.IOptions, then: sanitizeHtml.IOptions): string {
  let clean = sanitizeHtml(html, first)
  for (let round = 1; round < maxRounds; round++) {
    const next = sanitizeHtml(clean, then)
    if (next === clean) return clean
    clean = next
  }
  // Markup that still changes after several passes is dropped.
  return sanitizeHtml(clean, then) === clean ? clean : sanitizeHtml(clean, { allowedTags: [], allowedAttributes: {} })
}

/** Markup reduced to a short list of harmless elements. Idempotent. */
export const cleanRichText = (html: string): string => clean(html, options, options)

/**
 * The markup of a mail, reduced to the same elements and pictures. The address of a picture is in `data-src`, so that nothing loads it
 * before a reader asks: it would tell its server who reads the mail.
 */
export const cleanMailMarkup = (html: string): string => clean(html, mailOptions, cleanedMailOptions)

/** Signs that no text has, in place of what the sanitizer drops. */
const quoteStart = '\ue000'
const quoteEnd = '\ue001'
const lineBreak = '\ue002'
const blockStart = '\ue003'
/** Elements whose line breaks are shown as they are. */
const keepsLines = /<(pre|listing|div|p|span|td|body)\b([^<>]*)>/gi

/** Line breaks that are shown: of `pre`, and of what is styled like it. */
function withKeptLines(html: string): string {
  const pieces: string[] = []
  const lower = html.toLowerCase()
  let at = 0
  keepsLines.lastIndex = 0
  for (let found = keepsLines.exec(html); found; found = keepsLines.exec(html)) {
    const [tag, name = '', attributes = ''] = found
    if (!/^(?:pre|listing)$/i.test(name) && !/white-space\s{0,5}:\s{0,5}(?:pre|break-spaces)/i.test(attributes))
      continue
    const start = found.index + tag.length
    const end = lower.indexOf(`</${name.toLowerCase()}`, start)
    const stop = end < 0 ? html.length : end
    pieces.push(html.slice(at, start), html.slice(start, stop).replace(/\r?\n/g, lineBreak))
    at = stop
    keepsLines.lastIndex = stop
  }
  return pieces.join('') + html.slice(at)
}

/** Lines with the marks of the quotations that they are in. */
function withQuoteMarks(text: string): string {
  let depth = 0
  const lines: string[] = []
  for (const line of text.split('\n')) {
    if (line.includes(quoteStart)) depth++
    else if (line.includes(quoteEnd)) depth = Math.max(0, depth - 1)
    else if (depth === 0) lines.push(line)
    else if (line || !lines.at(-1)?.endsWith('>')) lines.push(`${'> '.repeat(Math.min(depth, 10))}${line}`.trimEnd())
  }
  return lines.join('\n')
}

/** A block begins a line, unless one begins there already. */
function withLineStarts(text: string): string {
  let shown = ''
  for (const piece of text.split(blockStart)) {
    const own = piece.startsWith(' ') ? piece.slice(1) : piece
    shown += shown === '' || shown.endsWith('\n') || own === '' || own.startsWith('\n') ? own : `\n${own}`
  }
  return shown
}

/** The text of the markup of a mail: a line for each block, a blank between cells, and quotations marked as such. */
export function textOfMarkup(html: string): string {
  const marked = withKeptLines(html.replace(/[\ue000-\ue003]/g, ''))
    .replace(/<blockquote\b[^<>]*>/gi, quoteStart)
    .replace(/<\/blockquote\b[^<>]*>/gi, quoteEnd)
    .replace(/<\/t[dh]\b[^<>]*>/gi, '$& ')
  const lines = sanitizeHtml(marked.replace(/\s+/g, ' '), {
    allowedTags: [...blocks, 'br'],
    allowedAttributes: {},
    nonTextTags: options.nonTextTags ?? [],
    nestingLimit: 50,
  })
  const text = lines
    .replace(lineStart, blockStart)
    .replace(lineEnd, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] ?? '')
    .replaceAll(lineBreak, '\n')
    .replace(/[\ue000\ue001]/g, '\n$&\n')
    .replace(/[\u00a0 \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
  return withQuoteMarks(withLineStarts(text))
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
