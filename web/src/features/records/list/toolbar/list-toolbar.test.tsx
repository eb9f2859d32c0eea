import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stubMedia } from '#testing/media'
import { openDashboard } from '../../tables.fixture'

test('a phone that is turned while its user is looked up still shows the lessons to come', async () => {
  let isCompact = false
  const turn = stubMedia((media) => media.includes('max-width: 47.99rem') && isCompact)
  const mine = Promise.withResolvers<Response>()
  const calls = openDashboard({ '/api/today/mine': mine.promise, '/api/tables/lessons/views': [200, { data: [] }] })
  await screen.findByRole('link', { name: 'Upcoming' })
  isCompact = true
  turn()
  expect(await screen.findByRole('button', { name: 'Filters and order' })).toBeTruthy()
  mine.resolve(new Response(JSON.stringify({ instructors: [], only: false })))
  expect(await screen.findByText('Saturday range')).toBeTruthy()
  expect(calls.filter(({ path }) => path === '/api/today/mine')).toHaveLength(1)
})
