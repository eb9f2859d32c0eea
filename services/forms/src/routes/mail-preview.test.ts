import { escapeHtml } from '@app/contracts/escape-html'
import { sampleMails } from '@app/mail/templates/samples'
import { expect, test } from 'vitest'
import { appWith } from '../app.fixture'

const preview = (development: boolean) =>
  appWith({ development }).handle(new Request('http://localhost/api/forms/mail-preview'))

test('in development every mail can be looked at, as HTML and as text', async () => {
  const answer = await preview(true)
  expect(answer.headers.get('content-type')).toContain('text/html')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  const page = await answer.text()
  for (const { html, text } of Object.values(sampleMails)) {
    expect(page).toContain(`srcdoc="${escapeHtml(html)}"`)
    expect(page).toContain(escapeHtml(text))
  }
})

test('elsewhere there is no such page', async () => {
  expect((await preview(false)).status).toBe(404)
})
