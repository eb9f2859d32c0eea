import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type FormEvent, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { show } from '#testing/screen'
import { Combobox, type ComboboxOption } from './combobox'

const all = ['Ada', 'Ben', 'Cy'].map((label) => ({ id: label.toLowerCase(), label }))

function Names({ full }: { full?: string }) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<readonly ComboboxOption[]>(all.slice(0, 1))
  const options = all.filter(({ label }) => label.toLowerCase().startsWith(text.toLowerCase()))
  return (
    <Combobox
      id="names"
      label="Names"
      multiple
      chosen={chosen}
      options={options}
      text={text}
      onText={setText}
      onChoose={setChosen}
      full={full}
    />
  )
}
const chips = () => screen.queryAllByRole('button', { name: /^Remove / }).map((chip) => chip.getAttribute('aria-label'))
const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

test('names are added by typing; one that is chosen is not offered again and Enter does not remove it', async () => {
  show(<Names />)
  await userEvent.click(screen.getByRole('combobox'))
  expect(offered()).toEqual(['Ben', 'Cy'])
  await userEvent.keyboard('ada{Enter}')
  expect(screen.getByText('Already chosen')).toBeTruthy()
  expect(chips()).toEqual(['Remove Ada'])
  await userEvent.keyboard('{Backspace>3/}b{Enter}c{Enter}')
  expect(chips()).toEqual(['Remove Ada', 'Remove Ben', 'Remove Cy'])
  await userEvent.click(screen.getByRole('button', { name: 'Remove Ben' }))
  expect(chips()).toEqual(['Remove Ada', 'Remove Cy'])
})

test('nothing is added when no more fit', async () => {
  show(<Names full="Full: 1 of 1" />)
  await userEvent.click(screen.getByPlaceholderText('Full: 1 of 1'))
  await userEvent.keyboard('b{Enter}')
  expect(chips()).toEqual(['Remove Ada'])
})

test('Enter in the open list never sends the form, even when nothing is found', async () => {
  const onSubmit = vi.fn((event: FormEvent) => event.preventDefault())
  show(
    <form onSubmit={onSubmit}>
      <Names />
    </form>,
  )
  await userEvent.click(screen.getByRole('combobox'))
  await userEvent.keyboard('zed{Enter}')
  expect(screen.getByText('Nothing found')).toBeTruthy()
  expect(onSubmit).not.toHaveBeenCalled()
})
