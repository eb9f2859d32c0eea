import { escapeHtml } from '@app/contracts/escape-html'

/** A complete HTML mail: plain markup without tables, which every mail program can show. */
export const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>` +
  `<body style="margin:0;padding:24px;font:16px/1.5 sans-serif;color:#1c2620;background:#fbfaf5">` +
  `<div style="max-width:560px;margin:0 auto">${body}</div></body></html>`

/** Plain text as HTML paragraphs: an empty line ends a paragraph, other line breaks are kept. */
export const paragraphs = (text: string) =>
  text
    .split(/\n{2,}/)
    .map((part) => `<p style="white-space:pre-wrap;overflow-wrap:anywhere">${escapeHtml(part)}</p>`)
    .join('')

/** `{phone}`, `{price:birthday}`. */
const placeholder = /\{([a-z_]+(?::[a-z&]+)?)\}/g

/** The names of the placeholders in a text, each once. */
export const placeholdersIn = (template: string) => [
  ...new Set(Array.from(template.matchAll(placeholder), ([, name]) => name!)),
]

/** Replaces each `{name}` by its value, once: braces inside a value stay as they are, and so do unknown placeholders. */
export const fillPlaceholders = (template: string, values: Readonly<Record<string, string>>) =>
  template.replace(placeholder, (whole, name: string) => (Object.hasOwn(values, name) ? values[name]! : whole))
