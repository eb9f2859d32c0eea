import { callAddress } from '@app/contracts/call-request'
import { frameMail } from '@app/contracts/conversations'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { parseMarkup } from '#lib/parse-markup'
import { Button } from '#ui/button'

/** The elements that are left of a mail, other than links and pictures. */
const kept = new Set(['P', 'BR', 'B', 'I', 'U', 'UL', 'OL', 'LI', 'H2', 'H3'])
const maxDepth = 60

function urlOf(text: string | null, schemes: readonly string[]): URL | undefined {
  const url = text && URL.canParse(text) ? new URL(text) : undefined
  return url && schemes.includes(url.protocol) ? url : undefined
}

function span(page: Document, text: string, mark?: string): HTMLElement {
  const made = page.createElement('span')
  made.textContent = text
  if (mark) made.setAttribute(mark, '')
  return made
}

function addressOf({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

/** True if a text is the address of this host and nothing else: one that only contains it may name another. */
function names(text: string, host: string): boolean {
  const written = text.trim().toLowerCase()
  const shown = urlOf(written, ['http:', 'https:', 'mailto:']) ?? urlOf(`https://${written}`, ['https:'])
  if (written === host.toLowerCase()) return true
  return shown?.host === host.toLowerCase() && !shown.username && !/\s/.test(written)
}

/** A link that opens outside of the frame, followed by its host where the text does not name it. */
function linkTo(page: Document, from: Element, children: Node): Node {
  const url = urlOf(from.getAttribute('href'), ['http:', 'https:', 'mailto:'])
  if (!url) return children
  const link = page.createElement('a')
  link.href = url.href
  link.target = '_blank'
  link.rel = 'noopener noreferrer nofollow'
  link.appendChild(children)
  const host = url.protocol === 'mailto:' ? addressOf(url) : url.host
  if (names(link.textContent ?? '', host)) return link
  const both = page.createDocumentFragment()
  both.append(link, span(page, ` (${host})`, 'data-host'))
  return both
}

function pictureOf(page: Document, from: Element, isLoaded: boolean): Node {
  const url = urlOf(from.getAttribute('data-src'), ['https:'])
  const alt = from.getAttribute('alt') ?? ''
  if (!url || !isLoaded) return span(page, url || alt ? `[Picture${alt && `: ${alt}`}]` : '', 'data-host')
  const picture = page.createElement('img')
  picture.alt = alt
  picture.referrerPolicy = 'no-referrer'
  picture.src = url.href
  return picture
}

/**
 * Builds the markup of a mail anew in `page`, of elements that can do no harm: anything else is left out with what is in it. The
 * service has cleaned it already; this holds where that fails.
 */
export function copyMarkup(from: Node, page: Document, pictures: boolean): DocumentFragment {
  const copyOf = (nodes: Iterable<Node>, depth: number): DocumentFragment => {
    const copy = page.createDocumentFragment()
    if (depth > maxDepth) return copy
    for (const node of nodes) {
      if (node.nodeType === Node.TEXT_NODE) copy.append(node.nodeValue ?? '')
      if (node.nodeType !== Node.ELEMENT_NODE) continue
      const element = node as Element
      const name = element.nodeName
      if (name === 'A') copy.append(linkTo(page, element, copyOf(element.childNodes, depth + 1)))
      if (name === 'IMG') copy.append(pictureOf(page, element, pictures))
      if (!kept.has(name)) continue
      const made = page.createElement(name)
      made.append(copyOf(element.childNodes, depth + 1))
      copy.append(made)
    }
    return copy
  }
  return copyOf(from.childNodes, 0)
}

/** True if markup says more than its text does: emphasis, links, lists or pictures. */
export const saysMore = (html: string): boolean => /<(?:a|b|i|u|ul|ol|h2|h3|img)[\s>]/i.test(html)

/** The servers of the pictures in it, each once. */
export function pictureHosts(from: ParentNode): string[] {
  const urls = [...from.querySelectorAll('img')].flatMap((one) => urlOf(one.getAttribute('data-src'), ['https:']) ?? [])
  return [...new Set(urls.map(({ host }) => host))]
}

type Props = { text: string; html: string | null; className?: string; startsFormatted?: boolean }

/** The text of a mail: plain first, with its formatting on request. */
export function MailText({ text, html, className = '', startsFormatted = false }: Props) {
  const [isFormatted, setFormatted] = useState(startsFormatted)
  const hasMore = html !== null && saysMore(html)
  return (
    <>
      {isFormatted && html !== null ? (
        <Formatted html={html} />
      ) : (
        <p className={`whitespace-pre-wrap [overflow-wrap:anywhere] ${className}`}>{text}</p>
      )}
      {hasMore && (
        <Choice onClick={() => setFormatted(!isFormatted)}>
          {isFormatted ? 'Show as plain text' : 'Show formatting'}
        </Choice>
      )}
    </>
  )
}

export const Choice = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <Button size="small" variant="quiet" className="-ml-3.5 justify-self-start" onClick={onClick}>
    {children}
  </Button>
)

/** The markup in a frame of its own, in which nothing runs. Pictures load when a reader asks for them. */
function Formatted({ html }: { html: string }) {
  const body = useMemo(() => parseMarkup(html), [html])
  const hosts = pictureHosts(body)
  const [pictures, setPictures] = useState(false)
  return (
    <>
      {hosts.length > 0 && !pictures && (
        <div className="flex flex-wrap items-center gap-x-3 text-muted text-sm">
          <span className="min-w-0 [overflow-wrap:anywhere]">
            Pictures from {hosts.join(', ')} are off: loading them tells the sender that you read this.
          </span>
          <Choice onClick={() => setPictures(true)}>Load pictures</Choice>
        </div>
      )}
      <Frame key={String(pictures)} body={body} pictures={pictures} />
    </>
  )
}

function Frame({ body, pictures }: { body: HTMLElement; pictures: boolean }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(48)
  const [isBroken, setBroken] = useState(false)
  const watching = useRef<ResizeObserver>(undefined)
  useEffect(() => () => watching.current?.disconnect(), [])

  function fill() {
    const page = frame.current?.contentDocument
    // Any other page is an error of the service.
    if (page?.body?.dataset['frame'] !== 'mail') return setBroken(true)
    const { color, colorScheme, fontSize } = getComputedStyle(frame.current!)
    Object.assign(page.documentElement.style, { color, colorScheme, fontSize })
    page.body.replaceChildren(copyMarkup(body, page, pictures))
    const fit = () => setHeight(page.documentElement.getBoundingClientRect().height + 2)
    fit()
    watching.current = new ResizeObserver(fit)
    watching.current.observe(page.documentElement)
  }
  if (isBroken)
    return <p className="text-bad text-sm">The formatting could not be loaded. The plain text is complete.</p>
  return (
    <iframe
      ref={frame}
      title="Formatted message"
      src={callAddress(frameMail, { query: { pictures: String(pictures) as 'true' | 'false' } })}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      onLoad={fill}
      style={{ height }}
      className="block w-full border-0 bg-transparent"
    />
  )
}
