import { minutes } from '@app/contracts/durations'
import { inquiryTable } from '@app/contracts/inquiries'
import { queryOptions } from '@tanstack/react-query'
import { recordsKey } from '#lib/record-keys'
import { fetchAllDrafts, fetchCounters, fetchDrafts, fetchInquiry } from './inquiries.api'

export const inquiryKey = (id: string) => ['inquiry', id] as const

export const inquiryQuery = (id: string) =>
  queryOptions({ queryKey: inquiryKey(id), queryFn: ({ signal }) => fetchInquiry(id, signal), gcTime: 0 })

/** The reply templates that match an inquiry, filled in. */
export const draftsQuery = (id: string) =>
  queryOptions({
    queryKey: [...inquiryKey(id), 'drafts'] as const,
    queryFn: ({ signal }) => fetchDrafts(id, signal),
    gcTime: 0,
  })

/** Every template, the matching ones first. */
export const allDraftsQuery = (id: string) =>
  queryOptions({
    queryKey: [...inquiryKey(id), 'all-drafts'] as const,
    queryFn: ({ signal }) => fetchAllDrafts(id, signal),
    staleTime: minutes(1),
    gcTime: 0,
  })

/** Below the key of the table's records, so that a change of those refreshes the counters. */
export const countersQuery = queryOptions({
  queryKey: [...recordsKey(inquiryTable), 'counters'] as const,
  queryFn: ({ signal }) => fetchCounters(signal),
  staleTime: minutes(1) / 4,
})
