import { expect, test } from 'vitest'
import { renderLoginCode, renderSignInMail } from './login-code'
import { fillPlaceholders } from './markup'
import { renderAccessRequest, renderCodesPaused, renderInvitation, renderNewDevice } from './notice'
import { renderNotification } from './notification'
import { renderMailing, renderThankYou } from './reply'

const inquiry = {
  subjectTemplate: 'New inquiry: {interest} - {name}',
  fields: [
    { name: 'name', title: 'Full Name', text: 'Zoë <script>alert(1)</script>' },
    { name: 'interest', title: 'Interest', text: 'Birthday Party' },
    { name: 'message', title: 'Message', text: 'Two lines\nof "text" & more' },
  ],
  receivedAt: new Date('2026-07-04T19:05:00Z'),
  recordUrl: 'http://localhost:8080/admin?tab=contact_submissions',
}

test('a notification holds every field, the Pacific time and the link, in text and in HTML', () => {
  const { subject, text, html } = renderNotification(inquiry)
  expect(subject).toBe('New inquiry: Birthday Party - Zoë <script>alert(1)</script>')
  expect(text).toContain('Full Name: Zoë <script>alert(1)</script>')
  expect(text).toContain('Message:\nTwo lines\nof "text" & more')
  expect(text).toMatch(/Received: Saturday, July 4, 2026 at 12:05\sPM PDT/)
  expect(html).toContain('Zoë &lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).toContain('of &quot;text&quot; &amp; more')
  expect(html).toContain('href="http://localhost:8080/admin?tab=contact_submissions"')
  expect(html).not.toContain('<script>')
})

test('placeholders are filled once and unknown ones are kept', () => {
  expect(fillPlaceholders('Hi {name}: {message} {other}', { name: '{message}', message: '{name}' })).toBe(
    'Hi {message}: {name} {other}',
  )
})

test('the thank-you mail shows what the visitor wrote as text', () => {
  const { subject, html, text } = renderThankYou(
    { subject: 'Thank you, {name}', template: 'Hi {name},\n\nyou wrote: {message}' },
    { name: '<i>Ada</i>', message: 'constructor {__proto__}' },
  )
  expect(subject).toBe('Thank you, <i>Ada</i>')
  expect(text).toBe('Hi <i>Ada</i>,\n\nyou wrote: constructor {__proto__}')
  expect(html).toContain('Hi &lt;i&gt;Ada&lt;/i&gt;')
})

const asked = { at: '2026-07-04T19:05:00Z', device: 'Firefox on Linux', address: '203.0.113.7' }

test('the code stands in the body, not in the subject, there is no link, and the mail says when and where it was requested', () => {
  const { subject, text, html } = renderLoginCode({ code: '000042', minutes: 10, asked })
  expect(subject).not.toContain('000042')
  for (const part of [text, html]) {
    expect(part).toContain('000042')
    expect(part).not.toMatch(/href|http/)
    expect(part).toMatch(/Saturday, July 4, 2026 at 12:05\sPM PDT/)
    expect(part).toContain('Firefox on Linux')
    expect(part).toContain('203.0.113.7')
  }
})

test('an access request names the person and the time, as text', () => {
  const { subject, text, html } = renderAccessRequest({
    kind: 'access_request',
    to: 'admin@archery.example',
    email: "o'<b>neil@example.com",
    at: '2026-07-04T19:05:00Z',
    dashboardUrl: 'http://localhost:8080/admin',
  })
  expect(subject).toBe("o'<b>neil@example.com is requesting dashboard access")
  expect(text).toMatch(/o'<b>neil@example.com .* on Saturday, July 4, 2026/)
  expect(html).toContain('o&#39;&lt;b&gt;neil@example.com')
  expect(html).toContain('href="http://localhost:8080/admin"')
})

test('a notice of a new device says when, by which browser and from where, as text', () => {
  const { subject, text, html } = renderNewDevice({
    kind: 'new_device',
    to: 'admin@archery.example',
    at: '2026-07-04T19:05:00Z',
    device: 'Chrome on <Windows>',
    address: '203.0.113.7',
    sessionsUrl: 'http://localhost:8080/admin/sessions',
  })
  expect(subject).not.toContain('@')
  expect(text).toMatch(/Saturday, July 4, 2026 .* from Chrome on <Windows>, .* 203\.0\.113\.7/)
  expect(html).toContain('Chrome on &lt;Windows&gt;')
  expect(html).toContain('href="http://localhost:8080/admin/sessions"')
})

test('an invitation names who invites and the address to sign in with, as text, and holds no code', () => {
  const { subject, text, html } = renderInvitation({
    kind: 'invitation',
    to: 'coach@archery.example',
    name: 'Zoë <Quinn>',
    by: 'admin@archery.example',
    loginUrl: 'http://localhost:8080/login',
  })
  expect(subject).not.toContain('@')
  expect(text).toContain('Hi Zoë <Quinn>,')
  expect(html).toContain('Hi Zoë &lt;Quinn&gt;,')
  for (const part of [text, html]) {
    expect(part).toContain('admin@archery.example has invited you')
    expect(part).toContain('coach@archery.example')
    expect(part).not.toMatch(/\b\d{6}\b/)
  }
  expect(html).toContain('href="http://localhost:8080/login"')
})

test('a notice of paused codes says until when, and which sign-ins still work', () => {
  const { text } = renderCodesPaused({
    kind: 'codes_paused',
    to: 'admin@archery.example',
    until: '2026-07-11T19:05:00Z',
    loginUrl: 'http://localhost:8080/login',
  })
  expect(text).toMatch(/until Saturday, July 11, 2026 at 12:05\sPM PDT/)
  expect(text).toContain('passkeys')
})

test('mails end with who sends them; a mailing fills in the facts of the school, and the person comes first', () => {
  const invitation = { kind: 'invitation', to: 'coach@archery.example', name: null, by: 'a@archery.example' } as const
  const { subject, text, html } = renderSignInMail(
    { ...invitation, loginUrl: 'http://localhost/login' },
    10,
    'Oak & Hill',
  )
  expect(subject).toBe('You have been invited to the dashboard of Oak & Hill')
  expect(text).toMatch(/\n-- \nOak & Hill\n$/)
  expect(html).toMatch(/Oak &amp; Hill<\/p><\/div><\/body><\/html>$/)

  const mailing = renderMailing(
    {
      subject: '{school}: {price:birthday}',
      text: 'Hi {first_name}, call {phone} or {nope}.',
      unsubscribe: 'https://a.example/u',
    },
    'Ada Brook',
    {
      values: { school: 'Oak', phone: '(555) 010-0199', 'price:birthday': '$375', name: 'x' },
      sender: { school: 'Oak', phone: '(555) 010-0199' },
    },
  )
  expect(mailing.subject).toBe('Oak: $375')
  expect(mailing.text).toContain('Hi Ada, call (555) 010-0199 or {nope}.')
  expect(mailing.text).toMatch(/-- \nOak, \(555\) 010-0199\nTo get no more of these emails: https:\/\/a.example\/u\n$/)
  expect(mailing.html).toContain('href="https://a.example/u"')
  expect(mailing.html).toContain('Oak, <a href="tel:+15550100199">(555) 010-0199</a></p>')
})
