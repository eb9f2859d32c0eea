import { expect, test } from 'vitest'
import { formsDatabase } from './app.fixture'

const { appWith } = formsDatabase()

test('an update learns whether the inbox can be read, and sees no mail', async () => {
  const answer = await appWith().handle(new Request('http://localhost/selfcheck'))
  const { reads } = (await answer.json()) as { reads: { path: string; status: number }[] }
  expect(reads.filter(({ status }) => status !== 200)).toEqual([])
  expect(reads.map(({ path }) => path)).toContain('/api/forms/inbox')
})
