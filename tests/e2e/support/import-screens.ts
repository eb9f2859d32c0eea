import type { Page } from '@playwright/test'
import type { Screen } from './screens'
import { dashboardApi } from './table-screens'

const path = '/api/tables/lessons/imports'
const id = 'b'.repeat(24)
const headers = ['Name', 'Seats', 'Remarks from the old spreadsheet']
const report = {
  id,
  table: 'lessons',
  fileName: 'lessons.csv',
  state: 'checked',
  headingRow: 3,
  delimiter: ';',
  encoding: 'windows-1252',
  encodings: ['windows-1252', 'macintosh'].map((encoding) => ({
    encoding,
    samples: ['Zoë Müller;3/4/2014;(916) 555-0142;zoe@example.com;a rather long line that no phone shows whole'],
  })),
  notes: [
    {
      kind: 'encoding',
      message: 'The file does not say how its letters are stored. It was read as Western (Windows).',
    },
    { kind: 'heading-row', message: 'Headings are in row 3. Not imported from above: Lessons of the old spreadsheet' },
    { kind: 'day-month', column: 'Day', mustAnswer: true, message: 'Day: 3/4/2014 is March 4 or April 3. Say which.' },
  ],
  headers,
  samples: [['Saturday range', '12', 'a rather long remark that is cut at the edge of its column']],
  mapping: { Name: 'name', Seats: 'seats', [headers[2]!]: null },
  match: 'name',
  total: 4,
  applied: 0,
  create: 1,
  update: 1,
  unchanged: 1,
  errorRows: 1,
  errors: [{ row: 5, column: 'Seats', message: 'Seats must be an integer', value: '8.5', cell: '8.5' }],
  creates: [{ row: 2, values: { name: 'Sunday range', seats: 8 } }],
  updates: [{ row: 3, id: 'a'.repeat(24), changes: { seats: [12, 8] } }],
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const open = async (page: Page) => {
  await button(page, 'Import').click()
  await page.getByText('Choose a file').waitFor()
}
const upload = async (page: Page) => {
  const file = { name: 'lessons.csv', mimeType: 'text/csv', buffer: Buffer.from('Name\nx') }
  await page.getByLabel('Choose a file').setInputFiles(file)
  await page.getByText('a rather long remark').waitFor()
}
const check = async (page: Page) => {
  await button(page, 'Check the rows').click()
  await page.getByText('1 new · 1 changes · 1 unchanged · 1 with errors').waitFor()
}
const show = (tab: RegExp, text: string) => async (page: Page) => {
  await button(page, tab).click()
  await page.getByText(text, { exact: true }).waitFor()
}

/** The import of a file in each of its steps. */
export const importScreens: Screen[] = [
  {
    name: 'import: file',
    path: '/admin',
    api: { ...dashboardApi, [path]: [201, report], [`${path}/${id}`]: [200, report] },
    reach: open,
    next: [
      { name: 'columns', reach: upload },
      { name: 'rows with errors', reach: check },
      { name: 'rows that change', reach: show(/^Changes/, 'Row 3') },
      { name: 'new rows', reach: show(/^New 1/, 'Row 2') },
    ],
  },
]
