import { type PersonFile, personSections } from '@app/contracts/person-file'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answers } from '#testing/answers'
import { show } from '#testing/screen'
import { PersonFilePage } from './person-file-page'

const id = 'a'.repeat(24)
const record = {
  ...{ title: 'Student: Ada', at: '2026-11-24T18:00:00.000Z', table: 'students', id },
  fields: [{ label: 'Level', text: 'Beginner' }],
  files: ['files/1-waiver.pdf'],
}
const empty = Object.fromEntries(personSections.map((one) => [one, []])) as unknown as PersonFile['sections']
const file = (sections: Partial<PersonFile['sections']>, attachments: PersonFile['attachments'] = []) => ({
  ...{ email: 'ada@example.com', createdAt: '2026-11-24T18:00:00.000Z', attachments },
  sections: { ...empty, ...sections },
})

function open(found: object) {
  history.replaceState(null, '', '/admin/person-file')
  const calls = answers({
    '/api/person-file': [200, found],
    '/api/person-file/erasure': [200, { records: [], lessons: 0, mails: 2, family: [] }],
  })
  show(<PersonFilePage />)
  return calls
}
async function ask(email: string) {
  await userEvent.type(screen.getByRole('textbox', { name: 'Email address' }), `${email}{Enter}`)
}

test('an address shows what each place holds, with links to its records, and what holds nothing', async () => {
  const calls = open(
    file({ records: [record] }, [{ path: 'files/1-waiver.pdf', name: 'waiver.pdf', type: 'application/pdf', size: 9 }]),
  )
  expect(calls).toEqual([])
  await ask('ada@example.com')
  const records = within(await screen.findByRole('region', { name: 'Records (1)' }))
  expect(records.getByRole('link', { name: 'Student: Ada' }).getAttribute('href')).toContain(id)
  expect(records.getByText('Beginner')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('1 entry and 1 file about ada@example.com')
  expect(screen.getByText(/^Nothing in: .*mailings/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /^Erase this person/ }))
  expect(await screen.findByRole('alertdialog', { name: 'Erase ada@example.com: 2 mails' })).toBeTruthy()
})

test('of an address that nothing is stored about there is nothing to download or erase', async () => {
  open(file({}))
  await ask('ada@example.com')
  expect((await screen.findByRole('status')).textContent).toBe('Nothing is stored about ada@example.com.')
  expect(screen.queryByRole('button', { name: 'Download archive' })).toBeNull()
})
