import { expect, test } from 'vitest'
import { sweepOutbox } from './sweep-outbox'

const jobs = ['1', '2', '3'].map((id) => ({ submissionId: id, messageId: `<${id}@x>`, requestId: 'r' }))

test('everything due is queued', async () => {
  const queued: string[] = []
  await sweepOutbox({
    sources: [{ due: async () => jobs }],
    mail: { deliver: async ({ submissionId }) => Boolean(queued.push(submissionId)) },
  })()
  expect(queued).toEqual(['1', '2', '3'])
})

test('a round ends at the first job that the queue does not take', async () => {
  let tries = 0
  await sweepOutbox({
    sources: [{ due: async () => jobs }],
    mail: {
      deliver: async () => {
        tries += 1
        return false
      },
    },
  })()
  expect(tries).toBe(1)
})
