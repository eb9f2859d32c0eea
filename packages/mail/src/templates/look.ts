import { escapeHtml } from '@app/contracts/escape-html'
import { contrast } from '@app/contracts/website/color-math'
import { shippedColors, type WebsiteColors } from '@app/contracts/website/colors'
import type { MailContent } from '../transport'
import { marks } from './markup'

/** The school's name, empty while it is not known, and the colors that it has published, if it has. */
export type Look = { school: string; colors?: WebsiteColors | null | undefined }

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

/** A mail in the look of the school: its name on top, its colors by day and by night. The plain text stays as it is. */
export function withLook<Content extends MailContent>(content: Content, { school, colors }: Look): Content {
  const name = school ? `<p class="school">${escapeHtml(school)}</p>` : ''
  const html = content.html
    .replace(marks.styles, () => stylesOf(colors ?? shippedColors))
    .replace(marks.sheet, () => marks.sheet + name)
  return { ...content, html }
}
