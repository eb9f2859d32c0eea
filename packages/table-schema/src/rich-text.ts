const block =
  /^(?:address|article|aside|blockquote|br|dd|div|dl|dt|figure|footer|h[1-6]|header|hr|li|main|ol|p|pre|section|table|td|th|tr|ul)$/
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function decodeEntity(whole: string, name: string): string {
  if (name[0] !== '#') return entities[name] ?? whole
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  const valid = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  return valid ? String.fromCodePoint(code) : '\ufffd'
}

/** Where the tag that opens at `from` ends: behind its `>`, quoted attribute values skipped; the end when it never closes. */
function endOfTag(html: string, from: number): number {
  for (let at = from; at < html.length; at++) {
    const sign = html[at]
    if (sign === '>') return at + 1
    if ((sign === '"' || sign === "'") && /=\s*$/.test(html.slice(Math.max(from, at - 8), at))) {
      const close = html.indexOf(sign, at + 1)
      if (close < 0) return html.length
      at = close
    }
  }
  return html.length
}

/** Where the next `mark` begins, the end when there is none. */
function find(html: string, mark: RegExp, from: number): number {
  mark.lastIndex = from
  return mark.exec(html)?.index ?? html.length
}

/**
 * The words of a rich text on one line, a space where a block ends. It reads each character once, needs no DOM, and
 * what it returns is text: to be shown as such, never as markup.
 */
export function plainText(html: string): string {
  let text = ''
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    text += html.slice(at, open < 0 ? html.length : open)
    if (open < 0) break
    const name = /^<\/?([a-z][a-z0-9]*)/i.exec(html.slice(open, open + 20))?.[1]?.toLowerCase()
    if (html.startsWith('<!--', open)) at = find(html, /(?<=-->)/g, open + 4)
    else if (name) {
      at = endOfTag(html, open + 1)
      if ((name === 'script' || name === 'style') && html[open + 1] !== '/')
        at = find(html, new RegExp(`</${name}`, 'gi'), at)
      if (block.test(name)) text += ' '
    } else {
      text += '<'
      at = open + 1
    }
  }
  return text
    .replace(/&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,6});/gi, decodeEntity)
    .replace(/\s+/g, ' ')
    .trim()
}
