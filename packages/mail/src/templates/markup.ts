import { escapeHtml } from '@app/contracts/escape-html'
import { contrast, shippedColors, type WebsiteColors } from '@app/contracts/website/colors'
import { phoneHref } from '@app/contracts/website/placeholders'
import { dateFormat, schoolZone } from '@app/school-time/school-day'
import type { Attachment, MailContent } from '../transport'

const end = '</div></body></html>'

/** The markup of a mail with one more paragraph at its end. */
export const withParagraph = (html: string, paragraph: string) =>
  html.endsWith(end) ? `${html.slice(0, -end.length)}${paragraph}${end}` : html

/** Either may be empty. */
export type Sender = { school: string; phone?: string | undefined }

/** `Robin's Range, (555) 010-0199`; empty without a sender. */
export const senderLine = ({ school, phone }: Sender) => [school, phone].filter(Boolean).join(', ')

/** Ends a mail with who sends it, with a number that can be called. Without a sender it stays as it is. */
export function withFooter(content: MailContent, sender: Sender): MailContent {
  const { text, html } = content
  const line = senderLine(sender)
  if (!line) return content
  const { school, phone } = sender
  const call = phone && `<a href="${phoneHref(phone)}">${escapeHtml(phone)}</a>`
  const footer = `<p class="quiet" style="margin-top:32px">${senderLine({ school: escapeHtml(school), phone: call })}</p>`
  return {
    ...content,
    // Mail programs take it for a signature, and leave it out of answers.
    text: `${text.trimEnd()}\n\n-- \n${line}\n`,
    html: withParagraph(html, footer),
  }
}

const pacific = dateFormat(
  {
    timeZone: schoolZone,
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  },
  'en-US',
)

/** "Saturday, July 4, 2026 at 12:05 PM PDT": the school's own time. */
export const pacificTime = (at: Date) => pacific.format(at)

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

/** A PNG and the size that it is shown in. `ground`: a color below its transparent parts, without which it could not be read. */
export type MailLogo = { png: Buffer; width: number; height: number; ground?: string | undefined }

/** The school's name, empty while it is not known, and the logo and the colors that it has published, if it has. */
export type Look = { school: string; colors?: WebsiteColors | null | undefined; logo?: MailLogo | undefined }

/** The Content-ID of the logo in a mail, by which it is known when an answer brings it back. */
export const logoId = 'logo@school'
/** Each mail has it: a larger one weighs more than what the mail says. */
export const maxLogoBytes = 48 * 1024

const onFilled = (color: string) => (contrast(color, '#ffffff') >= 4.5 ? '#ffffff' : '#12292b')

/** In rules alone: a program without them shows plain paragraphs and links, which can be read as well. */
function stylesOf({ paper, ink, primary }: WebsiteColors): string {
  const rules = (scheme: 'light' | 'dark') => {
    const important = scheme === 'dark' ? ' !important' : ''
    const color = ink[scheme]
    const background = paper[scheme]
    return (
      `body{color:${color}${important};background:${background}${important}}` +
      `.sheet{border-top:4px solid ${primary[scheme]}}.school,.sheet a{color:${primary[scheme]}${important}}` +
      `.sheet a.button{color:${onFilled(primary[scheme])}${important};background:${primary[scheme]}}`
    )
  }
  return (
    '<style>.sheet{padding:20px 0 8px}.school{margin:0 0 24px;font-weight:700}' +
    '.button{display:inline-block;padding:12px 20px;border-radius:8px;font-weight:600;text-align:center;text-decoration:none}' +
    '.quiet{font-size:14px;opacity:.8}.quoted{margin:0;padding-left:12px;border-left:3px solid;opacity:.8}' +
    `${rules('light')}@media (prefers-color-scheme:dark){${rules('dark')}}</style>`
  )
}

/** The name follows, so that the picture needs no words where pictures are off. A wide one has a line of its own. */
function logoImage({ width, height, ground }: MailLogo): string {
  const place = width > 2 * height ? 'display:block;margin-bottom:8px' : 'margin-right:12px;vertical-align:middle'
  const below = ground ? `;border-radius:6px;background:${ground}` : ''
  return `<img src="cid:${logoId}" width="${width}" height="${height}" alt="" style="${place}${below}">`
}

/** It travels in the mail: nothing is loaded from the site, and a logo that the school removes there is not missed. */
const logoPart = (content: Buffer): Attachment => ({
  filename: 'school-logo.png',
  content,
  contentType: 'image/png',
  contentDisposition: 'inline',
  cid: logoId,
})

/** A mail in the look of the school: its logo and name on top, its colors by day and by night. The plain text stays as it is. */
export function withLook<Content extends MailContent>(content: Content, { school, colors, logo }: Look): Content {
  const head = (logo ? logoImage(logo) : '') + escapeHtml(school)
  const html = content.html
    .replace(marks.styles, () => stylesOf(colors ?? shippedColors))
    .replace(marks.sheet, () => marks.sheet + (head && `<p class="school">${head}</p>`))
  return { ...content, html, ...(logo && { attachments: [...(content.attachments ?? []), logoPart(logo.png)] }) }
}
