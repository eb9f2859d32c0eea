const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as HTML shows it, whatever it holds. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign]!)

/** A whole mail body: plain tables-free HTML that every mail program shows. */
export const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>` +
  `<body style="margin:0;padding:24px;font:16px/1.5 sans-serif;color:#1c2620;background:#fbfaf5">` +
  `<div style="max-width:560px;margin:0 auto">${body}</div></body></html>`

/** Paragraphs as they were typed: an empty line ends one, other line ends stay. */
export const paragraphs = (text: string) =>
  text
    .split(/\n{2,}/)
    .map((part) => `<p style="white-space:pre-wrap;overflow-wrap:anywhere">${escapeHtml(part)}</p>`)
    .join('')

/** Puts values in the place of `{name}` once: braces inside a value stay as the visitor wrote them. */
export const fill = (template: string, values: Readonly<Record<string, string>>) =>
  template.replace(/\{([a-z_]+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? values[name]! : whole))
