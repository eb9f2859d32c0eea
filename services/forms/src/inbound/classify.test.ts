import { expect, test } from 'vitest'
import { classify, isFlaggedAsSpam, passesDmarc } from './classify'

const headers = (given: Record<string, string>) => new Map(Object.entries(given))

test.each([
  [{ 'auto-submitted': 'auto-replied' }],
  [{ 'auto-submitted': 'auto-generated; type=x' }],
  [{ precedence: 'auto_reply' }],
  [{ precedence: 'bulk' }],
  [{ 'list-id': '<news.example>' }],
  [{ 'return-path': '<>' }],
  [{ subject: 'Automatic reply: Your party' }],
  [{ subject: 'Out of Office' }],
  [{ 'content-type': 'multipart/report; report-type=disposition-notification; boundary=x' }],
])('%o is sent by a program', (given) => {
  expect(classify(headers(given), 'zoe@example.com').kind).toBe('automated')
})

test('a bounce and a complaint are known by their report', () => {
  const kind = (type: string) =>
    classify(headers({ 'content-type': `multipart/report; report-type=${type}` }), 'x@example.com').kind
  expect(kind('delivery-status')).toBe('bounce')
  expect(kind('"feedback-report"')).toBe('complaint')
})

test.each([
  [{ subject: 'Re: Out of office party' }],
  [{ 'auto-submitted': 'no', subject: 'Automatic lights for the range?' }],
  [{ precedence: 'first-class', 'return-path': '<zoe@example.com>' }],
])('%o is sent by a person', (given) => {
  expect(classify(headers(given), 'zoe@example.com').kind).toBe('person')
})

test('the verdict of a spam filter is read', () => {
  expect(isFlaggedAsSpam(headers({ 'x-spam-flag': 'YES' }))).toBe(true)
  expect(isFlaggedAsSpam(headers({ 'x-spam-status': 'No, score=1' }))).toBe(false)
})

test.each<[string, string[], string | undefined, boolean]>([
  [
    'our server vouches',
    ['mx.school.example; spf=pass; dmarc=pass (p=reject) header.from=a.example'],
    'mx.school.example',
    true,
  ],
  ['our server does not', ['mx.school.example; dmarc=fail'], 'mx.school.example', false],
  ['another server does', ['mx.evil.example; dmarc=pass'], 'mx.school.example', false],
  [
    'a forged header below ours',
    ['mx.school.example; dmarc=none', 'mx.school.example; dmarc=pass'],
    'mx.school.example',
    false,
  ],
  ['words in a comment', ['mx.school.example; dmarc=fail (; dmarc=pass)'], 'mx.school.example', false],
  ['no server is trusted', ['mx.school.example; dmarc=pass'], undefined, false],
])('DMARC: %s', (_, results, host, passes) => {
  expect(passesDmarc(results, host)).toBe(passes)
})
