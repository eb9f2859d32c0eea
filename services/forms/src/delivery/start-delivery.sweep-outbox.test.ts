import { expect, test } from 'vitest'
import { sweepOutbox } from './start-delivery'

const jobs = ['1', '2', '3'].map((id) => ({ documentId: id, messageId: `<${id}@x>`, requestId: 'r' }))

test('everything due is queued', async () => {
  const queued: string[] = []
  await sweepOutbox({
    sources: [{ due: async () => jobs }],
    mail: { deliver: async ({ documentId }) => Boolean(queued.push(documentId)) },
  })()
  expect(queued).toEqual(['1', '2', '3'])
})

test('a round ends at the first source whose jobs the queue does not take', async () => {
  const asked: string[] = []
  const source = (name: string) => ({
    due: async () => {
      asked.push(name)
      return jobs
    },
  })
  await sweepOutbox({
    sources: [source('inquiries'), source('mailings')],
    mail: { deliver: async ({ documentId }) => documentId !== '2' },
  })()
  expect(asked).toEqual(['inquiries'])
})
