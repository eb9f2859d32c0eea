import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { escapeHtml } from '@app/contracts/escape-html'
import { sampleMails } from '@app/mail/templates/samples'
import { expect, test } from 'vitest'
import { createApp } from './app'
import { openMailStore } from './mail-store'

test('every mail of the product can be looked at, as HTML and as text', async () => {
  const store = await openMailStore(mkdtempSync(join(tmpdir(), 'mail-box-')))
  const answer = await createApp(store).handle(new Request('http://localhost/samples'))
  expect(answer.headers.get('content-type')).toContain('text/html')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  const page = await answer.text()
  for (const { html, text } of Object.values(sampleMails)) {
    expect(page).toContain(`srcdoc="${escapeHtml(html)}"`)
    expect(page).toContain(escapeHtml(text))
  }
})
