import { expect, test } from 'vitest'
import { mentioned } from './inbox-actions'

const person = (email: string, handle = email.split('@')[0]!) => ({ id: email, name: handle, email, handle })
const team = [person('ana@archery.example'), person('sam@archery.example', 'sam@archery.example')]

test.each([
  ['@ana, can the oak range take 12?', ['ana@archery.example']],
  ['Ask @Ana. And @ANA again', ['ana@archery.example']],
  ['cc @sam@archery.example.', ['sam@archery.example']],
  ['@sam is two people', []],
  ['write to zoe@ana.example, or x@ana', []],
  ['12 @ 5 PM, @nobody', []],
])('%s mentions %j', (text, emails) => {
  expect(mentioned(text, team).map(({ email }) => email)).toEqual(emails)
})
