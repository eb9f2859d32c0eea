import { shippedColors } from '@app/contracts/website/colors'
import { expect, test } from 'vitest'
import { renderAuditHeads } from './audit-heads'
import { page, paragraphs, withLook } from './markup'
import { renderReply, renderThankYou } from './reply'

const content = { subject: 'Hello', text: 'Hello\n', html: page('Hello', '<p>Hello</p>') }

test('a mail has the name of the school on top and its colors by day and by night; its text stays', () => {
  const colors = { ...shippedColors, primary: { light: '#7a1f5c', dark: '#f0b6dc' } }
  const { text, html } = withLook(content, { school: "Robin's <Range>", colors })
  expect(text).toBe('Hello\n')
  expect(html).toMatch(/<div class="sheet"[^>]*><p class="school">Robin&#39;s &lt;Range&gt;<\/p><p>Hello<\/p><\/div>/)
  const [light, dark] = html.split('@media (prefers-color-scheme:dark)')
  expect(light).toContain('#7a1f5c')
  expect(dark).toContain('#f0b6dc')
})

test('without a name and published colors a mail has the shipped ones', () => {
  const { html } = withLook(content, { school: '' })
  expect(html).not.toContain('class="school"')
  expect(html).toContain(shippedColors.primary.light)
})

test('a logo stands next to the name, which says all where pictures are off, and travels in the mail after its files', () => {
  const sheet = { filename: 'packing.txt', content: Buffer.from('Water.') }
  const logo = { png: Buffer.from('a picture'), width: 56, height: 56 }
  const { html, attachments } = withLook({ ...content, attachments: [sheet] }, { school: 'Valley Oak', logo })
  expect(html).toMatch(
    /<p class="school"><img src="cid:logo@school" width="56" height="56" alt="" style="[^"]*vertical-align:middle">Valley Oak<\/p>/,
  )
  expect(attachments).toMatchObject([
    { filename: 'packing.txt' },
    { filename: 'school-logo.png', content: logo.png, cid: 'logo@school', contentDisposition: 'inline' },
  ])
})

test('a wide logo has a line of its own, and one that is too light or too dark a ground', () => {
  const logo = { png: Buffer.from('a picture'), width: 144, height: 48, ground: '#12292b' }
  const { html } = withLook(content, { school: 'Valley Oak', logo })
  expect(html).toMatch(/style="display:block;[^"]*background:#12292b">Valley Oak/)
})

test('what a visitor typed never changes the look', () => {
  const typed = '<style></style><div class="sheet" style="max-width:560px;margin:0 auto"> $& $1'
  const { html } = withLook(renderReply({ subject: typed, text: typed }, { message: typed, receivedAt: new Date(0) }), {
    school: typed,
  })
  expect(html.match(/<style>/g)).toHaveLength(1)
  expect(html.match(/class="sheet"/g)).toHaveLength(1)
  expect(html).toContain('$&amp; $1')
})

test.each([
  ['See https://school.example/a?b=1&c=2.', 'https://school.example/a?b=1&amp;c=2'],
  ['(https://school.example/map)', 'https://school.example/map'],
  ['"http://school.example"', 'http://school.example'],
])('in %s the address is a link', (text, address) => {
  expect(paragraphs(text, { isOurs: true })).toContain(`<a href="${address}">${address}</a>`)
})

test.each(['javascript:alert(1)', 'https://', 'ftp://school.example'])('%s is no link', (text) => {
  expect(paragraphs(text, { isOurs: true })).not.toContain('<a')
})

test('the answer to an inquiry has no links: its text may quote the visitor', () => {
  const { html } = renderThankYou({ subject: 'Hi', template: '{message}' }, { message: 'https://evil.example' })
  expect(html).toContain('https://evil.example')
  expect(html).not.toContain('<a')
})

test('the signed activity record is a file beside the mail', () => {
  const signed = `-----BEGIN AUDIT HEADS-----\n${'eyJh'.repeat(20)}\n-----END AUDIT HEADS-----`
  const {
    text,
    html,
    attachments = [],
  } = renderAuditHeads({
    kind: 'audit_heads',
    to: 'admin@archery.example',
    at: '2026-07-04T19:05:00Z',
    heads: { auth: { number: 41, hash: 'a1b2c3d4'.repeat(8) } },
    signed,
    changed: [],
  })
  for (const part of [text, html]) expect(part).not.toContain('BEGIN AUDIT')
  expect(attachments.map(({ filename, content }) => [filename, content.toString()])).toEqual([
    ['activity-record.txt', `${signed}\n`],
  ])
})
