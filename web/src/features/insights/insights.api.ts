import { readInsights } from '@app/contracts/insights'
import { keepPreviousData } from '@tanstack/react-query'
import { queryOf } from '#lib/call-query'

export type Period = { from: string; to: string }

export const insightsQuery = ({ from, to }: Period) => ({
  ...queryOf(readInsights, { query: { from, to } }),
  placeholderData: keepPreviousData,
})
