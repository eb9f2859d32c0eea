import * as v from 'valibot'
import { expect, test } from 'vitest'
import { normalEmail } from './entered-line'
import { replyDraft } from './replies'
import { optionalLine, writtenLine, writtenText } from './written-text'

const messageOf = (schema: v.GenericSchema, text: unknown) => v.safeParse(schema, text).issues?.[0].message
const line = writtenLine('Subject', 20)
const text = writtenText('Text', 20)

test.each(['', '  ', '\u200b', '\u00ad\u2060', '\ufeff \u3164'])(
  '%j is empty: it has no visible character',
  (empty) => {
    expect(messageOf(line, empty)).toBe('Subject is required')
    expect(messageOf(text, empty)).toBe('Text is required')
  },
)

test.each(['half \ud83c a pair', '\udff9', 'a\u0000b', 'a\u0085b', 'a\u007fb'])('%j is not valid', (bad) => {
  expect(messageOf(line, bad)).toBe('Subject is not valid')
  expect(messageOf(text, bad)).toBe('Text is not valid')
  expect(messageOf(optionalLine('Name', 20), bad)).toBe('Name is not valid')
})

test('line breaks and tabs belong to texts, not to lines; whole pairs of surrogates to both', () => {
  expect(messageOf(line, 'a\r\nBcc: b@c.example')).toBe('Subject is not valid')
  expect(v.parse(text, 'a\r\n\tb 🏹')).toBe('a\r\n\tb 🏹')
  expect(v.parse(line, ' Zoë 👨‍👩‍👧 ')).toBe('Zoë 👨‍👩‍👧')
  expect(v.parse(optionalLine('Name', 20), ' ')).toBe('')
})

test('a reply has no half of a surrogate pair in its subject or its text', () => {
  for (const field of ['subject', 'text']) {
    const draft = { subject: 'Your party', text: 'Hi', [field]: 'Hi \ud800' }
    expect(messageOf(replyDraft, draft)).toMatch(/is not valid/)
  }
})

test('an address has at most 64 characters before the @', () => {
  expect(normalEmail(`${'a'.repeat(64)}@example.com`)).toBeDefined()
  expect(normalEmail(`${'a'.repeat(65)}@example.com`)).toBeUndefined()
})
