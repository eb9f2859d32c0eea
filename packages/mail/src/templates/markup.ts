import { escapeHtml } from '@app/contracts/escape-html'

/** Where the look of the school begins and ends; `withLook` fills it. */
export const marks = { styles: '<style></style>', sheet: '<div class="sheet" style="max-width:560px;margin:0 auto">' }

/** A complete HTML mail: plain markup without tables, which every mail program can show, also one that leaves out styles. */
export const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title>${marks.styles}</head>` +
  `<body style="margin:0;padding:16px;font:16px/1.5 system-ui,sans-serif">${marks.sheet}${body}</div></body></html>`

/** The one thing a mail asks for. */
export const button = (label: string, url: string) =>
  `<p><a class="button" href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`

/** An address of the web up to a blank, a quotation mark or an angle bracket, without the punctuation after it. */
const webAddress = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]]/g

/** Text as HTML in which addresses of the web are links. */
function linked(text: string): string {
  let at = 0
  let html = ''
  for (const match of text.matchAll(webAddress)) {
    const address = escapeHtml(match[0])
    html += `${escapeHtml(text.slice(at, match.index))}<a href="${address}">${address}</a>`
    at = match.index + match[0].length
  }
  return html + escapeHtml(text.slice(at))
}

/**
 * Plain text as HTML paragraphs: an empty line ends a paragraph, other line breaks are kept.
 *
 * @param isOurs addresses of the web become links: not where a stranger's words stand among the school's
 */
export const paragraphs = (text: string, { isOurs = false } = {}) =>
  text
    .split(/\n{2,}/)
    .map(
      (part) =>
        `<p style="white-space:pre-wrap;overflow-wrap:anywhere">${isOurs ? linked(part) : escapeHtml(part)}</p>`,
    )
    .join('')

/** The first word of a name, to address its owner by. */
export const firstName = (name: string) => name.trim().split(/\s+/)[0] ?? ''

/** `{phone}`, `{price:birthday}`. */
const placeholder = /\{([a-z_]+(?::[a-z&]+)?)\}/g

/** The names of the placeholders in a text, each once. */
export const placeholdersIn = (template: string) => [
  ...new Set(Array.from(template.matchAll(placeholder), ([, name]) => name!)),
]

/** Replaces each `{name}` by its value, once: braces inside a value stay as they are, and so do unknown placeholders. */
export const fillPlaceholders = (template: string, values: Readonly<Record<string, string>>) =>
  template.replace(placeholder, (whole, name: string) => (Object.hasOwn(values, name) ? values[name]! : whole))
