import { callAddress } from '@app/contracts/call-request'
import { frameMail } from '@app/contracts/conversations'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { parseMarkup } from '#lib/parse-markup'
import { Button } from '#ui/button'
import { copyMarkup, pictureHosts, saysMore } from './copy-markup'

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
