import { expect, test } from 'vitest'
import { bySite, visitFigure } from './insights-page'

const visits = {
  byDay: [
    { day: '2026-11-23', views: 4, inquiries: 1 },
    { day: '2026-11-25', views: 1, inquiries: 0 },
  ],
  sources: [
    { page: '/' as const, host: 'search.example.com', views: 3, inquiries: 1 },
    { page: '/' as const, host: '', views: 1, inquiries: 0 },
    { page: '/privacy' as const, host: 'search.example.com', views: 1, inquiries: 0 },
  ],
}

test('a short period has a bar for each day, also for those without a view', () => {
  const { bars } = visitFigure(visits, { from: '2026-11-22', to: '2026-11-25' })
  expect(bars.map(({ label, values }) => [label, ...values])).toEqual([
    ['Nov 22', 0],
    ['Nov 23', 4],
    ['Nov 24', 0],
    ['Nov 25', 1],
  ])
  expect(bars[1]!.text).toBe('Mon, Nov 23: 4 page views, 1 inquiry')
})

test('a long period has a bar for each week', () => {
  const { bars } = visitFigure(visits, { from: '2026-10-19', to: '2026-11-25' })
  expect(bars).toHaveLength(6)
  expect(bars.at(-1)).toMatchObject({
    label: 'Nov 23',
    values: [5],
    text: expect.stringMatching(/^Week of Mon, Nov 23/),
  })
})

test('the table has each site and page; sites are added up over their pages', () => {
  const { rows } = visitFigure(visits, { from: '2026-11-22', to: '2026-11-25' })
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['search.example.com', 'Home page', 3, 1],
    ['Direct or not known', 'Home page', 1, 0],
    ['search.example.com', 'Privacy policy', 1, 0],
  ])
  expect(bySite(visits)).toEqual([
    { host: 'search.example.com', views: 4, inquiries: 1 },
    { host: '', views: 1, inquiries: 0 },
  ])
})
