import { expect, test } from 'vitest'
import { classify, isFlaggedAsSpam } from './classify'

const headers = (given: Record<string, string>) => new Map(Object.entries(given))

test.each([
  [{ 'auto-submitted': 'auto-replied' }],
  [{ 'auto-submitted': 'auto-generated; type=x' }],
  [{ precedence: 'auto_reply' }],
  [{ precedence: 'bulk' }],
  [{ 'list-id': '<news.example>' }],
  [{ 'list-unsubscribe': '<mailto:x>', 'in-reply-to': '<a@x>' }],
  [{ precedence: 'list' }],
  [{ precedence: 'bulk', 'list-id': '<news.example>', 'in-reply-to': '<a@x>' }],
  [{ 'return-path': '<>' }],
  ...[
    ...['x-auto-reply', 'x-autoresponse', 'x-automatic-reply', 'x-vacation-reply', 'x-ooo', 'x-autoreply-to'],
    ...['x-autoreply', 'x-autorespond', 'x-vacation', 'x-out-of-office'],
  ].map((name) => [{ [name]: 'yes', subject: 'Re: 수업' }] as [Record<string, string>]),
  [{ 'x-precedence': 'auto_reply' }],
  [{ 'x-precedence': 'bulk' }],
  [{ 'x-fc-machinegenerated': 'true' }],
  [{ subject: 'Vacation Re: Lesson', 'in-reply-to': '<a@x>' }],
  [{ subject: 'Maternity leave: Re: Lesson', references: '<a@x>' }],
  [{ preference: 'auto_reply' }],
  [{ 'x-mailer': 'vacation 1.2.7' }],
  [{ 'x-mailer': 'Acme AutoResponder' }],
  [{ subject: 'Automatic reply: Your party' }],
  [{ subject: 'Out of Office' }],
  [{ 'content-type': 'multipart/report; report-type=disposition-notification; boundary=x' }],
])('%o is sent by a program', (given) => {
  expect(classify(headers(given), 'zoe@example.com').kind).toBe('automated')
})

test.each([
  ...[
    'Automatische Antwort: Stunde',
    'Réponse automatique : cours',
    'Respuesta automática: clase',
    'Resposta automática',
  ],
  ...['Risposta automatica: corso', 'Automatisch antwoord: les', 'Automatyczna odpowiedź: lekcja', 'Автоответ: урок'],
  ...[
    '自动回复: 课程',
    '自動返信：レッスン',
    '자동 회신: 수업',
    'Trả lời tự động: lớp',
    'Otomatik yanıt: ders',
    'رد تلقائي: درس',
  ],
])('%j alone makes it maybe an automatic reply', (subject) => {
  expect(classify(headers({ subject }), 'zoe@example.com')).toMatchObject({ kind: 'automated', isGuess: true })
})

test('an answer that asks for no automatic reply is maybe one itself; a first mail is not', () => {
  const given = { 'x-auto-response-suppress': 'All', subject: 'Re: Lesson' }
  expect(classify(headers({ ...given, 'in-reply-to': '<a@x>' }), 'zoe@example.com')).toMatchObject({ isGuess: true })
  expect(classify(headers(given), 'zoe@example.com').kind).toBe('person')
  const other = { ...given, 'x-auto-response-suppress': 'DR, RN', 'in-reply-to': '<a@x>' }
  expect(classify(headers(other), 'zoe@example.com').kind).toBe('person')
})

test('a bounce and a complaint are known by their report', () => {
  const kind = (type: string) =>
    classify(headers({ 'content-type': `multipart/report; report-type=${type}` }), 'x@example.com').kind
  expect(kind('delivery-status')).toBe('bounce')
  expect(kind('"feedback-report"')).toBe('complaint')
})

test.each([
  [{ subject: 'Re: Out of office party' }],
  [{ subject: 'Automatics on the range?' }],
  [{ subject: 'Ausente el sábado' }],
  [{ subject: 'Vacation camp', 'in-reply-to': '<a@x>' }],
  [{ subject: 'Holiday Re: Lesson' }],
  [{ 'auto-submitted': 'no', subject: 'Automatic lights for the range?' }],
  [{ precedence: 'first-class', 'return-path': '<zoe@example.com>' }],
])('%o is sent by a person', (given) => {
  expect(classify(headers(given), 'zoe@example.com').kind).toBe('person')
})

test('the verdict of a spam filter is read', () => {
  expect(isFlaggedAsSpam(headers({ 'x-spam-flag': 'YES' }))).toBe(true)
  expect(isFlaggedAsSpam(headers({ 'x-spam-status': 'No, score=1' }))).toBe(false)
})

test('an answer that came through a group that shares an inbox is a person’s', () => {
  const group = { 'list-id': '<hello.archery.example>', precedence: 'list', 'list-unsubscribe': '<mailto:x>' }
  expect(classify(headers({ ...group, 'in-reply-to': '<a@x>', subject: 'Re: Lesson' }), 'zoe@example.com').kind).toBe(
    'person',
  )
  expect(
    classify(headers({ ...group, 'in-reply-to': '<a@x>', 'auto-submitted': 'auto-replied' }), 'z@x.example').kind,
  ).toBe('automated')
})
