import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stubMedia } from '#testing/media'
import { openDashboard } from '../../tables.fixture'

test('on a phone the heading of a list without actions leaves no room for them', async () => {
  stubMedia((media) => media.startsWith('(max-width: 39'))
  openDashboard({}, '/admin', { role: 'staff', rights: { lessons: 'own' }, exports: [] })
  await screen.findByText('Saturday range')
  const title = screen.getByText('Your own lessons').parentElement!
  expect(title.nextElementSibling).toBeNull()
})
