import { AppError } from '@app/contracts/errors'
import { escapeHtml } from '@app/mail/templates/markup'
import { sampleMails } from '@app/mail/templates/samples'
import { Elysia } from 'elysia'

const html = (content: string) => new Response(content, { headers: { 'content-type': 'text/html; charset=utf-8' } })

function overview(): string {
  const mails = Object.entries(sampleMails).map(
    ([name, { subject, text }]) =>
      `<section><h2>${escapeHtml(subject)}</h2><iframe src="mail-preview/${name}" title="${name} as HTML"></iframe>` +
      `<pre>${escapeHtml(text)}</pre></section>`,
  )
  return (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Mails</title><style>body{font:16px sans-serif;margin:24px}' +
    'section{display:grid;grid-template-columns:1fr 1fr;gap:0 24px}h2{grid-column:1/-1}iframe{width:100%;height:520px;border:1px solid #ccc}' +
    `pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:0}</style><h1>Every mail of the product</h1>${mails.join('')}`
  )
}

/** For development only: every mail with made-up values, as HTML and as text side by side. */
export const mailPreviewRoutes = () =>
  new Elysia({ name: 'mail-preview-routes', prefix: '/api/forms' })
    .get('/mail-preview', () => html(overview()))
    .get('/mail-preview/:name', ({ params }) => {
      const mail = Object.hasOwn(sampleMails, params.name) ? sampleMails[params.name] : undefined
      if (!mail) throw new AppError('not_found', 'There is no such mail.')
      return html(mail.html)
    })
