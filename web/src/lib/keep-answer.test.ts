import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { keepAnswer } from './queries'

test('an answer of a write stays when a read that began before it ends after it', async () => {
  const client = new QueryClient()
  const read = Promise.withResolvers<string>()
  const queryKey = ['step']
  const stop = new QueryObserver(client, { queryKey, queryFn: () => read.promise, initialData: 'open' }).subscribe(
    () => {},
  )
  await expect.poll(() => client.isFetching()).toBe(1)
  await keepAnswer(client, queryKey, 'done')
  read.resolve('open')
  await expect.poll(() => client.isFetching()).toBe(0)
  expect(client.getQueryData(queryKey)).toBe('done')
  await keepAnswer<string>(client, queryKey, (known) => `${known} twice`)
  expect(client.getQueryData(queryKey)).toBe('done twice')
  stop()
})
