import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answers } from '#testing/answers'
import { show } from '#testing/screen'
import { conversation, id, inquiry } from '../inquiries.fixture'
import { PersonPanel } from './person-panel'

test('records of other tables, which are loaded later, do not move the notes', async () => {
  answers({})
  show(
    <PersonPanel
      inquiry={{ ...inquiry, newest: id }}
      conversation={conversation}
      mayEdit
      Records={() => <section aria-label="Students" />}
    />,
  )
  const [notes, records] = ['Notes', 'Students'].map((name) => screen.getByRole('region', { name }))
  expect(notes!.compareDocumentPosition(records!)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})
