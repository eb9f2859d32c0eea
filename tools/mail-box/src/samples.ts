import { escapeHtml } from '@app/contracts/escape-html'
import { sampleMails } from '@app/mail/templates/samples'

/** Mails may use inline styles and nothing else: no scripts, images or connections. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"

const style =
  'body{font:16px sans-serif;margin:24px}section{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,max(28em,40%)),1fr));gap:8px 24px}' +
  'h2{grid-column:1/-1}iframe{width:100%;height:520px;border:1px solid #ccc;background:#fff}pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:0}'

const sections = Object.entries(sampleMails).map(
  ([name, { subject, text, html }]) =>
    `<section><h2>${escapeHtml(subject)}</h2>` +
    `<iframe sandbox title="${name} as HTML" srcdoc="${escapeHtml(html)}"></iframe><pre>${escapeHtml(text)}</pre></section>`,
)
const content =
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Emails</title>` +
  `<style>${style}</style><h1>All emails</h1>${sections.join('')}`

/** Every mail of the product with sample values, as HTML and as text side by side. */
export const samplesPage = () =>
  new Response(content, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
  })
