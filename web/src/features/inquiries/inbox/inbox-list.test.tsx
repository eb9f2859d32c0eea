import type { InboxRow } from '@app/contracts/inbox'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '#testing/screen'
import { InboxList } from './inbox-page'

const row = (id: string, from?: InboxRow['from']): InboxRow => ({
  ...{ id, name: 'Robin Locksley', email: 'robin@example.com', line: `Line ${id}`, isOurs: false },
  ...{ at: '2026-07-04T19:05:00.000Z', status: 'in_progress', spam: false, dueBy: null, snoozedUntil: null },
  ...{ assignee: null, assigneeName: null, ...(from && { from }) },
})

test('a row names the address that a line came from, and says what is proven, below the name of the visitor', () => {
  const rows = [
    row('a', { address: 'eve@evil.example', sender: 'other', proven: false }),
    row('b', { address: 'robin@example.com', sender: 'visitor', proven: true }),
    row('c'),
  ]
  show(<InboxList rows={rows} open={undefined} view="waiting" q="" page={1} userId={undefined} />)
  const [eve, robin, form] = screen.getAllByRole('link')
  expect(eve?.textContent).toContain('eve@evil.example, another address, not verified')
  expect(eve?.querySelector('[data-certain="false"]')).toBeTruthy()
  expect(robin?.textContent).toContain('robin@example.com, verified')
  expect(robin?.querySelector('[data-certain="true"]')).toBeTruthy()
  expect(form?.querySelector('[data-certain]')).toBeNull()
})
