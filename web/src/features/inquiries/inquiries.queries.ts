import { minutes } from '@app/contracts/durations'
import { type InquiryStatus, inquiryTable } from '@app/contracts/inquiries'
import {
  countInquiries,
  readInquiry,
  releaseInquiry,
  resendMails,
  setInquiryStatus,
  markAsSpam as spamCall,
} from '@app/contracts/inquiry-calls'
import { listRecords } from '@app/contracts/records'
import { draftReplies } from '@app/contracts/replies'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#lib/call-api'
import { recordsKey } from '#lib/records'

const fetchCounters = (signal?: AbortSignal) => callApi(countInquiries, { signal })

export const fetchInquiry = (id: string, signal?: AbortSignal) => callApi(readInquiry, { params: { id }, signal })

/** The matching templates, filled in. */
const fetchDrafts = (id: string, signal?: AbortSignal) => callApi(draftReplies, { params: { id }, signal })

/** Every template, filled in, the matching ones first. */
const fetchAllDrafts = (id: string, signal?: AbortSignal) =>
  callApi(draftReplies, { params: { id }, query: { all: 'true' }, signal })

export const setStatus = (id: string, status: InquiryStatus) =>
  callApi(setInquiryStatus, { params: { id }, body: { status } })

/** Restarts every failed or waiting email, or the one of a message, also where it came back. */
export const sendAgain = (id: string, message?: string) =>
  callApi(resendMails, { params: { id }, ...(message !== undefined && { body: { message } }) })

export const markAsSpam = (id: string) => callApi(spamCall, { params: { id } })

export const releaseFromSpam = (id: string) => callApi(releaseInquiry, { params: { id } })

export const latestInquiriesOf = (email: string, signal?: AbortSignal) =>
  callApi(listRecords, {
    params: { table: inquiryTable },
    search: new URLSearchParams({ page: '1', limit: '6', sort: 'created_at:desc', email__eq: email }),
    signal,
  })

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
