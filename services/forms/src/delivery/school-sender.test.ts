import { expect, test } from 'vitest'
import { knownName, schoolSender } from './school-sender'

const address = 'no-reply@school.example'

test('a configured name is the sender', async () => {
  const sender = schoolSender({ name: 'Front desk', address }, async () => 'Valley Oak Archery')
  expect(await sender()).toEqual({ name: 'Front desk', address })
})

test('without one mails carry the name of the school as it is now, and the last known one while it cannot be read', async () => {
  const answers: (string | Error)[] = ['Valley Oak', 'Valley Oak Archery', new Error('away')]
  const name = knownName(async () => {
    const answer = answers.shift()!
    if (answer instanceof Error) throw answer
    return answer
  })
  const sender = schoolSender({ name: '', address }, name)
  const names = []
  for (let at = 0; at < 3; at++) names.push((await sender()).name)
  expect(names).toEqual(['Valley Oak', 'Valley Oak Archery', 'Valley Oak Archery'])
})
