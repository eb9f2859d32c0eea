import { expect, test } from 'vitest'
import { inTabOrder } from './sort'

const ordered = (...names: string[]) => inTabOrder(names.map((name) => ({ name }))).map(({ name }) => name)

test('tables with a better place elsewhere come last, all others keep their order', () => {
  expect(ordered('contact_submissions', 'service_cards', 'announcements', 'students', 'users', 'lessons')).toEqual([
    'contact_submissions',
    'students',
    'lessons',
    'service_cards',
    'announcements',
    'users',
  ])
  expect(ordered('users', 'reply_templates')).toEqual(['users', 'reply_templates'])
})
