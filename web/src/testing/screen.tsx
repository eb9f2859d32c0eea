import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import type { ReactNode } from 'react'
import { createQueryClient } from '#lib/query-client'

/** Renders a component at an address with a store and a cache of its own. */
export function show(part: ReactNode, address = '/') {
  history.replaceState(null, '', address)
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <Provider store={createStore()}>{part}</Provider>
    </QueryClientProvider>,
  )
}

export const admin = {
  id: '65f000000000000000000001',
  email: 'coach@example.com',
  name: null,
  picture: null,
  role: 'admin',
  rights: {},
  exports: [],
  provider: 'code',
  createdAt: '2026-01-01T00:00:00Z',
}

/** The answer of `GET /api/admin/status`. */
export const adminStatus = (isAdmin: boolean) => ({
  isAdmin,
  role: isAdmin ? 'admin' : 'user',
  tables: {},
  exports: [],
})
