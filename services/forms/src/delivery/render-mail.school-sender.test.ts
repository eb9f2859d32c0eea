import { expect, test } from 'vitest'
import { lastKnown, schoolLetterhead } from './render-mail'

const address = 'no-reply@school.example'

test('a configured name is the sender', async () => {
  const letterhead = schoolLetterhead({ name: 'Front desk', address }, async () => ({ school: 'Valley Oak Archery' }))
  expect((await letterhead()).sender).toEqual({ name: 'Front desk', address })
})

test('without one mails carry the name of the school as it is now, and the last known one while it cannot be read', async () => {
  const answers: (string | Error)[] = ['Valley Oak', 'Valley Oak Archery', new Error('away')]
  const name = lastKnown(async () => {
    const answer = answers.shift()!
    if (answer instanceof Error) throw answer
    return answer
  }, '')
  const letterhead = schoolLetterhead({ name: '', address }, async () => ({ school: await name() }))
  const names = []
  for (let at = 0; at < 3; at++) names.push((await letterhead()).sender.name)
  expect(names).toEqual(['Valley Oak', 'Valley Oak Archery', 'Valley Oak Archery'])
})
