import { doc } from './call-doc'
import { readInsights } from './insights'

export const readInsightsDoc = doc(readInsights, {
  tag: 'Insights',
  summary: 'How the school is doing',
  description:
    'Inquiries by week and interest with reply times, page views by day, page and referring host, seats filled by lesson day and place, the same lessons by title, kind, hour, place and instructor with attendance, free seats of the next four weeks, students by level. Each part needs the right to view its table, page views that to view the website.',
  parameters: {
    from: { description: 'The first day at the school.', example: '2026-09-01' },
    to: { description: 'The last day; at most two years after the first.', example: '2026-11-28' },
  },
  responses: {
    200: {
      description: 'The figures.',
      example: {
        from: '2026-09-01',
        to: '2026-11-28',
        inquiries: null,
        visits: null,
        seats: [],
        groups: null,
        freeSeats: [],
        levels: [],
      },
    },
  },
  errors: { invalid_request: 'A day is malformed, or the period is empty or longer than two years.' },
})
