import { expect, test } from 'vitest'
import { erasedWords } from './erase-dialog'

const records = (...tables: string[]) =>
  tables.map((table, at) => ({ record: `${table}/${at}`, label: `Person ${at}` }))

test.each([
  [{ records: records('students'), lessons: 3, mails: 2 }, '1 student, 3 lessons, 2 mails'],
  [
    { records: records('contact_submissions', 'students', 'guardians', 'contact_submissions'), lessons: 0, mails: 1 },
    '1 student, 1 guardian, 2 inquiries, 1 mail',
  ],
  [{ records: [], lessons: 0, mails: 0 }, 'nothing is stored'],
])('what an erasure deletes is named: %j', (preview, words) => {
  expect(erasedWords({ ...preview, family: [] })).toBe(words)
})
