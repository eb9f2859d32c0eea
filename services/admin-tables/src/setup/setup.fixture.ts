import type { SetupFacts } from './setup-facts'
import type { SetupStore, StoredSetup } from './setup-store'

/** The steps in memory; each fact is false but those that are given. */
export function setupInMemory(given: Partial<Record<keyof SetupFacts, boolean>> = {}) {
  const stored: Omit<StoredSetup, '_id'> = {}
  const at = new Date('2026-11-28T15:00:00Z')
  const setup: SetupStore = {
    read: async () => stored,
    async mark(step, as, by) {
      const { [step]: _, ...marks } = stored.marks ?? {}
      stored.marks = as === 'open' ? marks : { ...marks, [step]: { as, by, at } }
    },
    async hide(hidden, by) {
      if (hidden) stored.hidden = { by, at }
      else delete stored.hidden
    },
    async noteMailSent() {
      stored.mail_sent = true
    },
  }
  const fact = (name: keyof SetupFacts) => async () => given[name] ?? false
  const setupFacts: SetupFacts = {
    hasOwnPrices: fact('hasOwnPrices'),
    hasSentTestMail: fact('hasSentTestMail'),
    hasColleague: fact('hasColleague'),
    hasStudents: fact('hasStudents'),
  }
  return { setup, setupFacts, given }
}

export const sample = {
  ...{ table: 'lessons', id: '6b0144c8eeb0df06111a9a5f', label: 'First arrows' },
  ...{ version: '2026-05-01T10:00:00.000Z', isChanged: false },
}
