import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '#testing/screen'
import { AttachmentList } from './message-body'

const file = (name: string, url: string | null = `/files/${name}`) => ({ name, type: 'application/pdf', size: 9, url })

test('each file is a download, and one that may harm says so next to its link', () => {
  show(<AttachmentList attachments={[file('waiver.pdf'), file('invoice.pdf.exe'), file('film.mov', null)]} />)
  const [waiver, invoice, ...others] = screen.getAllByRole('link')
  expect(others).toEqual([])
  for (const link of [waiver, invoice]) expect(link?.getAttribute('download')).toBe(link?.textContent)
  expect(waiver?.getAttribute('aria-describedby')).toBeNull()
  const warning = document.getElementById(invoice?.getAttribute('aria-describedby') ?? '')
  expect(warning?.textContent).toMatch(/looks like a \.pdf file\. A \.exe file can run/)
  expect(screen.getByText('film.mov: too large to be kept')).toBeTruthy()
})
