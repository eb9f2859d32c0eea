import type { Page, Route } from '@playwright/test'
import type { Answer } from './api'
import { admin, type Screen } from './screens'

const instant = (title: string) => ({ type: 'string', format: 'date-time', title, readOnly: true })
export const lessonsSchema = {
  name: 'lessons',
  title: 'Lesson',
  description: 'What is taught, where and when.',
  required: ['name'],
  properties: {
    name: { type: 'string', title: 'Name', minLength: 2, maxLength: 80, description: 'As visitors read it.' },
    starts_at: { type: 'string', format: 'date-time', title: 'Starts' },
    place: { type: 'string', title: 'Place', enum: ['roseville', 'park'], enumNames: ['Farmers market', 'The park'] },
    seats: { type: 'integer', title: 'Seats', minimum: 1, maximum: 40, default: 12 },
    price: { type: 'number', title: 'Price' },
    day: { type: 'string', format: 'date', title: 'Sign up until' },
    open: { type: 'boolean', title: 'Open', description: 'Visitors can sign up.' },
    levels: { type: 'array', title: 'Levels', items: { enum: ['first', 'some'], enumNames: ['First time', 'Some'] } },
    notes: { type: 'string', format: 'textarea', title: 'Notes' },
    text: { type: 'string', format: 'rich_text', title: 'Description' },
    photo: { type: 'string', format: 'image', title: 'Photo' },
    sheet: { type: 'string', format: 'file', title: 'Sheet' },
    area: { type: 'polygon', title: 'Area' },
    created_at: instant('Created'),
    updated_at: instant('Changed'),
  },
}
const schemas = [
  lessonsSchema,
  { name: 'students', properties: { name: { type: 'string' } } },
  { name: 'old_bows', title: 'Old bows', error: 'properties.name.type: must be a text' },
]

export const lesson = (at: number) => ({
  id: at.toString(16).padStart(24, '0'),
  name: at % 2 ? 'Saturday range' : 'Bow building, from a stave of hickory to the first arrow',
  starts_at: '2026-11-01T09:30:00.000Z',
  place: at === 1 ? 'folsom' : 'roseville',
  seats: at === 1 ? 'twelve' : 12 + at,
  price: 25.5,
  day: '2026-10-31',
  open: at % 3 === 0 ? null : at % 2 === 0,
  levels: ['first'],
  notes: `Bring water.\nA long note that the cell of the table cuts at the end.`,
  text: '<p>Come <b>early</b> &amp; bring <a href="https://example.com">water</a>.</p><ul><li><p>one</p></li></ul>',
  photo: null,
  sheet: `/api/files/${'a'.repeat(24)}`,
  area: { corners: 4 },
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-02T00:00:00.000Z',
})
export const listOf = (count: number, total = count, limit = 50) => ({
  data: Array.from({ length: count }, (_, at) => lesson(at)),
  page: 1,
  limit,
  total,
  totalPages: Math.ceil(total / limit),
})

const theirVersion = { ...lesson(1), name: 'Theirs', updated_at: '2026-02-02T00:00:00.000Z' }
const theirChange = {
  id: 'c'.repeat(24),
  at: theirVersion.updated_at,
  actor: { email: 'ivy@example.com' },
  action: 'update',
  source: 'form',
  changes: {},
}
const item = `/api/tables/lessons/${lesson(1).id}`
export const dashboardApi: Record<string, Answer> = {
  ...admin,
  '/api/admin/schemas': [200, schemas],
  '/api/tables/lessons': [200, listOf(5, 120)],
  '/api/tables/students': [200, { data: [], page: 1, limit: 50, total: 0, totalPages: 0 }],
  [item]: [200, lesson(1)],
  [`${item}/referrers`]: [200, []],
  [`${item}/history`]: [200, { total: 1, data: [theirChange] }],
}

/** Answers one method of a path; other calls get the default answers. */
const answerTo = (page: Page, method: string, path: string, answer: Answer) =>
  page.route(`**${path}`, async (route: Route) => {
    if (route.request().method() !== method) return route.fallback()
    if (answer === 'hang') return
    if (answer === 'abort') return route.abort()
    await route.fulfill({ status: answer[0], json: answer[1] })
  })

const edit = `/admin?table=lessons&record=${lesson(1).id}&mode=edit`
const named = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const seen = (text: string | RegExp) => async (page: Page) => page.getByText(text).first().waitFor()
const typed = async (page: Page) => {
  await page.getByLabel('Name').fill('Sunday range')
}
const saveAgainst = (answer: Answer, text: string | RegExp) => async (page: Page) => {
  await answerTo(page, 'PUT', item, answer)
  await typed(page)
  await named(page, 'Save').click()
  await seen(text)(page)
}
const editCell = async (page: Page) => {
  await page.locator('td[data-label=Name]').nth(1).focus()
  await page.keyboard.press('F2')
  await page.getByRole('group', { name: 'Name of Saturday range' }).waitFor()
}
const deleting = async (page: Page) => named(page, 'Delete Saturday range').first().click()

/** The dashboard's tables in each of their states. */
const states: Screen[] = [
  {
    name: 'records of every kind',
    path: '/admin',
    reach: seen('Page 1 of 3'),
    next: [
      {
        name: 'records on a phone',
        reach: async (page) => {
          await page.setViewportSize({ width: 390, height: 800 })
          await seen('Page 1 of 3')(page)
        },
      },
      {
        name: 'a cut text shown whole',
        reach: async (page) => {
          await page.locator('td[data-label=Notes]').first().focus()
          await page.getByRole('tooltip').waitFor()
        },
      },
      {
        name: 'the list of keys',
        reach: async (page) => {
          await page.keyboard.press('?')
          await page.getByRole('dialog', { name: 'Keys' }).waitFor()
        },
      },
      {
        name: 'the palette',
        reach: async (page) => {
          await page.keyboard.press('Escape')
          await page.keyboard.press('Control+k')
          await page.getByRole('combobox', { name: 'Go to a table, a record or an action' }).fill('sat')
          await page.getByRole('group', { name: 'Records' }).waitFor()
        },
      },
    ],
  },
  {
    name: 'filters and order on a phone',
    path: '/admin?f.place=roseville',
    reach: async (page) => {
      await page.setViewportSize({ width: 390, height: 800 })
      await named(page, 'Filters and order, 1 active').click()
      await named(page, 'Show 120').waitFor()
    },
  },
  {
    name: 'views',
    path: '/admin',
    reach: async (page) => {
      await named(page, 'Views').click()
      await page.getByRole('menuitem', { name: 'All records' }).waitFor()
    },
    next: [
      {
        name: 'a view to save',
        reach: async (page) => {
          // The menu closes when the width changes.
          await named(page, 'Views').click()
          await page.getByRole('menuitem', { name: 'Save as a new view…' }).click()
          await page.getByRole('dialog', { name: 'Save a view' }).getByRole('button', { name: 'Save' }).click()
          await seen('Name is required')(page)
        },
      },
    ],
  },
  {
    name: 'export options',
    path: '/admin',
    reach: async (page) => {
      await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
      await named(page, 'Export options').click()
      await page.getByRole('radio', { name: 'The 5 selected' }).waitFor()
    },
  },
  {
    name: 'filters',
    path: '/admin?q=range&f.place=roseville&f.day__gte=2026-01-01',
    reach: async (page) => {
      await seen('Place is Farmers market')(page)
      await named(page, 'Filter').click()
    },
  },
  {
    name: 'a filter to change',
    path: '/admin?f.place=roseville',
    reach: async (page) => {
      await named(page, 'Place is Farmers market').click()
      await page.getByLabel('The park').waitFor()
    },
  },
  {
    name: 'more than a minute gives',
    path: '/admin',
    api: {
      '/api/tables/lessons': [
        429,
        {
          error: 'You have opened too many pages within a minute. Please wait 12 seconds and try again.',
          code: 'too_many_requests',
        },
      ],
    },
    faults: /429/,
    reach: async (page) => {
      await seen(/Please wait 12 seconds and try again\.$/)(page)
      await named(page, 'Try again').waitFor()
    },
  },
  { name: 'nothing left', path: '/admin?table=students&q=nobody', reach: seen('Clear search and filters') },
  { name: 'nothing yet', path: '/admin?table=students', reach: seen('Create the first record') },
  {
    name: 'form, new',
    path: '/admin?record=new',
    reach: async (page) => page.getByRole('textbox', { name: 'Description' }).waitFor(),
    next: [
      {
        name: 'form, fields at fault',
        reach: async (page) => {
          await named(page, 'Save').click()
          await seen('Name is required')(page)
        },
      },
    ],
  },
  {
    name: 'form, an old record and an hour that comes twice',
    path: edit,
    reach: async (page) => page.getByRole('textbox', { name: 'Description' }).waitFor(),
    next: [
      {
        name: 'form, a link in the text',
        reach: async (page) => {
          await page.getByRole('button', { name: 'Link' }).click()
          await page.getByLabel('Link address').fill('nonsense')
          await page.keyboard.press('Enter')
          await seen('A link must start with')(page)
        },
      },
    ],
  },
  {
    name: 'form, saving',
    path: edit,
    reach: saveAgainst('hang', 'Saving...'),
  },
  {
    name: 'form, refused',
    path: edit,
    faults: /422/,
    reach: saveAgainst(
      [422, { error: 'Check the fields.', code: 'invalid_input', fields: { name: 'Name is taken' } }],
      'Name is taken',
    ),
  },
  {
    name: 'form, changed by someone else',
    path: edit,
    faults: /409/,
    reach: async (page) => {
      const stale: Answer = [409, { error: 'Changed.', code: 'conflict', record: theirVersion }]
      await saveAgainst(stale, 'ivy@example.com changed this record')(page)
      await named(page, 'See the changes').click()
    },
  },
  {
    name: 'form, deleted meanwhile',
    path: edit,
    faults: /404/,
    reach: saveAgainst(
      [404, { error: 'Gone.', code: 'not_found', deleted: { by: 'x@y.example', at: '2026-02-02T00:00:00Z' } }],
      'Recreate it',
    ),
  },
  {
    name: 'form, unsaved changes',
    path: edit,
    reach: async (page) => {
      await typed(page)
      await page.keyboard.press('Escape')
      await seen('Keep editing')(page)
    },
  },
  {
    name: 'a record beside its list',
    path: `/admin?table=lessons&record=${lesson(1).id}`,
    reach: async (page) => {
      const panel = page.getByRole('region', { name: 'Lesson details' })
      await panel.getByText('A long note').waitFor()
      await named(page, 'Edit').waitFor()
    },
  },
  {
    name: 'a cell edited in its row',
    path: '/admin',
    reach: async (page) => {
      await editCell(page)
      await page.getByLabel('Name', { exact: true }).fill('x')
      await seen('Name must be at least 2 characters')(page)
    },
  },
  {
    name: 'a cell that another person has changed',
    path: '/admin',
    faults: /409/,
    reach: async (page) => {
      await answerTo(page, 'PUT', item, [409, { error: 'Changed.', code: 'conflict', record: theirVersion }])
      await editCell(page)
      await page.getByLabel('Name', { exact: true }).fill('Mine')
      await page.keyboard.press('Enter')
      await seen('ivy@example.com changed this record')(page)
    },
  },
  {
    name: 'deleting what other records refer to',
    path: '/admin',
    api: {
      [`${item}/referrers`]: [
        200,
        [{ table: 'students', field: 'name', total: 3, sample: [{ id: 'd'.repeat(24), label: 'Ada Brook' }] }],
      ],
    },
    reach: async (page) => {
      await deleting(page)
      await named(page, 'Remove it from them and delete').waitFor()
    },
  },
  {
    name: 'deleting',
    path: '/admin',
    faults: /409/,
    reach: deleting,
    next: [
      {
        name: 'deleting failed',
        reach: async (page) => {
          await answerTo(page, 'DELETE', item, [409, { error: 'It is the last one.', code: 'conflict' }])
          await named(page, 'Delete').click()
          await seen('It is the last one.')(page)
        },
      },
      {
        name: 'deleted, with a way back',
        reach: async (page) => {
          await answerTo(page, 'DELETE', item, [200, { success: true, id: lesson(1).id }])
          await named(page, 'Delete').click()
          await seen('Record deleted')(page)
        },
      },
    ],
  },
  {
    name: 'exporting',
    path: '/admin',
    api: { '/api/tables/lessons/export': 'hang' },
    reach: async (page) => {
      await named(page, 'Export CSV').click()
      await seen(/^Exporting/)(page)
    },
  },
  {
    name: 'export failed',
    path: '/admin',
    api: { '/api/tables/lessons/export': [503, { error: 'The search took too long.', code: 'unavailable' }] },
    faults: /503/,
    reach: async (page) => {
      await named(page, 'Export CSV').click()
      await seen('The search took too long.')(page)
    },
  },
]

export const tableScreens: Screen[] = states.map((screen) => ({
  ...screen,
  name: `table: ${screen.name}`,
  api: { ...dashboardApi, ...screen.api },
}))
