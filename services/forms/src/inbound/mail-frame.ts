import { createHash } from 'node:crypto'

const style =
  ':root{color-scheme:light dark}body{margin:0;font:1em/1.55 system-ui,sans-serif;overflow-wrap:anywhere}p,ul,ol,h2,h3{margin:0 0 .6em}h2,h3{font-size:1em}img{max-width:100%;height:auto}[data-host]{opacity:.75;font-size:.9em}'
const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Message</title><style>${style}</style><body data-frame="mail"></body></html>`
const styleHash = createHash('sha256').update(style).digest('base64')

/** Nothing in it runs, and it reaches no server but those of pictures, where they are let in. */
const policy = (pictures: boolean) =>
  [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    ...(pictures ? ['img-src https:'] : []),
    'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ')

/** The empty page that the inbox fills with the markup of a message. */
export const mailFrame = (pictures: boolean) =>
  new Response(page, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy(pictures) },
  })
