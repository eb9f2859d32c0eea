import type { Revision } from '@app/contracts/history'
import { everything } from '@app/record-query'
import { expect, test } from 'vitest'
import { type HistoryDeps, historyReader } from './read-history'

const by = (id: string, email: string): Revision => ({
  id,
  at: '2026-11-20T10:00:00.000Z',
  actor: { email },
  action: 'update',
  source: 'form',
  changes: {},
})

test('the history names people; those without a name have their address', async () => {
  const asked: unknown[] = []
  const deps: Partial<HistoryDeps> = {
    revisions: {
      flush: async () => {},
      page: async () => ({
        total: 3,
        data: [by('1', 'ivy@example.com'), by('2', 'x@example.com'), by('3', 'ivy@example.com')],
      }),
    } as unknown as HistoryDeps['revisions'],
    references: { of: async () => ({}), labels: async () => ({}) } as unknown as HistoryDeps['references'],
    async namesOf(emails) {
      asked.push(emails)
      return new Map([['ivy@example.com', 'Ivy Lane']])
    },
  }
  const { data } = await historyReader(deps as HistoryDeps).page(
    { name: 'lessons', required: [], properties: {} },
    'a',
    everything,
    1,
  )
  expect(data.map(({ actor }) => actor.name)).toEqual(['Ivy Lane', undefined, 'Ivy Lane'])
  expect(asked).toEqual([['ivy@example.com', 'x@example.com']])
})
