import { minutes, seconds } from '@app/contracts/durations'
import { type Inquiry, type InquiryStatus, inquiryTable } from '@app/contracts/inquiries'
import {
  readInquiry,
  releaseInquiry,
  resendMails,
  setInquiryStatus,
  markAsSpam as spamCall,
} from '@app/contracts/inquiry-calls'
import { listRecords } from '@app/contracts/records'
import { draftReplies } from '@app/contracts/replies'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callApi } from '#lib/call-api'
import { usePresence } from '#lib/use-presence'
import { isUnderway } from './delivery-texts'

export const fetchInquiry = (id: string, signal?: AbortSignal) => callApi(readInquiry, { params: { id }, signal })

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

/** The reply templates that match an inquiry, filled in. */
export const draftsQuery = (id: string) =>
  queryOptions({
    queryKey: [...inquiryKey(id), 'drafts'] as const,
    queryFn: ({ signal }) => callApi(draftReplies, { params: { id }, signal }),
    gcTime: 0,
  })

/** Every template, the matching ones first. */
export const allDraftsQuery = (id: string) =>
  queryOptions({
    queryKey: [...inquiryKey(id), 'all-drafts'] as const,
    queryFn: ({ signal }) => callApi(draftReplies, { params: { id }, query: { all: 'true' }, signal }),
    staleTime: minutes(1),
    gcTime: 0,
  })

/** The polling interval: short while an email is about to go out, long when nothing is about to change. */
export function nextPollMs(inquiry: Inquiry | undefined, now = Date.now()): number {
  const underway = inquiry?.mails.filter(isUnderway) ?? []
  if (underway.length === 0) return minutes(1)
  const isNear = underway.some(({ nextTryAt }) => !nextTryAt || Date.parse(nextTryAt) - now < seconds(15))
  return isNear ? seconds(2) : seconds(15)
}

/** The inquiry, kept current while the page is visible and in use. */
export function useInquiry(id: string) {
  const present = usePresence()
  return useQuery({
    queryKey: inquiryKey(id),
    queryFn: ({ signal }) => fetchInquiry(id, signal),
    gcTime: 0,
    refetchInterval: ({ state }) => present && nextPollMs(state.data),
  })
}
