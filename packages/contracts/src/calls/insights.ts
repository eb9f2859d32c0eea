import * as v from 'valibot'
import { insights } from '../insights'
import { call, parameter } from './call'

const day = (text: string, example: string) =>
  parameter(v.pipe(v.string(), v.isoDate('must be a day: YYYY-MM-DD')), text, example)

export const readInsights = call({
  method: 'get',
  path: '/api/insights',
  access: 'staff',
  query: v.object({
    from: day('The first day at the school.', '2026-09-01'),
    to: day('The last day; at most two years after the first.', '2026-11-28'),
  }),
  response: {
    200: {
      description: 'The figures.',
      schema: insights,
      example: { from: '2026-09-01', to: '2026-11-28', inquiries: null, seats: [], levels: [] },
    },
  },
  errors: {
    invalid_request: 'A day is malformed, or the period is empty or longer than two years.',
    too_many_requests: 'This session has made too many calls in a minute.',
  },
  detail: {
    id: 'readInsights',
    tag: 'Insights',
    summary: 'How the school is doing',
    description:
      'Inquiries by week and interest with reply times, seats filled by lesson day and place, students by level. Each part is one query and needs the right to see its table.',
  },
})
