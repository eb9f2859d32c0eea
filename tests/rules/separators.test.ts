import { expect, test } from 'vitest'
import { sources } from './source'

/** The separator itself; a page title, which is one line; and rows whose dots are cut off where a line begins. */
const own = [
  'web/src/lib/words.ts',
  'web/src/features/records/list/state/list-provider.tsx',
  'web/src/features/calendar/agenda.tsx',
]
const comment = /\/\*[\s\S]*?\*\/|\/\/.*$/gm

test('facts of one line are joined by the separator that begins no line', () => {
  const screens = sources.filter(({ path, isTest }) => !isTest && path.startsWith('web/src/'))
  const found = screens.filter(({ text }) => text.replace(comment, '').includes('·')).map(({ path }) => path)
  expect(found.sort()).toEqual(own.sort())
})
