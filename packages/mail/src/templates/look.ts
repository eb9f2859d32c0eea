import { escapeHtml } from '@app/contracts/escape-html'
import { contrast } from '@app/contracts/website/color-math'
import { shippedColors, type WebsiteColors } from '@app/contracts/website/colors'
import type { Attachment, MailContent } from '../transport'
import { marks } from './markup'

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
