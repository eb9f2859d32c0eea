import {
  countInquiries,
  draftReplies,
  eraseAddress as eraseCall,
  readInquiry,
  releaseInquiry,
  resendMails,
  setInquiryStatus,
  markAsSpam as spamCall,
} from '@app/contracts/calls/inquiries'
import { listRecords } from '@app/contracts/calls/records'
import { type InquiryStatus, inquiryTable } from '@app/contracts/inquiries'
import { callApi } from '#lib/call-api'

export const fetchCounters = (signal?: AbortSignal) => callApi(countInquiries, { signal })

export const fetchInquiry = (id: string, signal?: AbortSignal) => callApi(readInquiry, { params: { id }, signal })

/** The matching templates, filled in. */
export const fetchDrafts = (id: string, signal?: AbortSignal) => callApi(draftReplies, { params: { id }, signal })

/** Every template, filled in, the matching ones first. */
export const fetchAllDrafts = (id: string, signal?: AbortSignal) =>
  callApi(draftReplies, { params: { id }, query: { all: 'true' }, signal })

export const setStatus = (id: string, status: InquiryStatus) =>
  callApi(setInquiryStatus, { params: { id }, body: { status } })

/** Restarts every failed or waiting email. */
export const sendAgain = (id: string) => callApi(resendMails, { params: { id } })

export const markAsSpam = (id: string) => callApi(spamCall, { params: { id } })

export const releaseFromSpam = (id: string) => callApi(releaseInquiry, { params: { id } })

/** Deletes everything from an address; resolves with the number of deleted records. */
export const eraseAddress = (email: string) => callApi(eraseCall, { body: { email } })

/** The latest inquiries of an address. */
export const latestInquiriesOf = (email: string, signal?: AbortSignal) =>
  callApi(listRecords, {
    params: { table: inquiryTable },
    search: new URLSearchParams({ page: '1', limit: '6', sort: 'created_at:desc', email__eq: email }),
    signal,
  })

/** How many inquiries of an address there are. */
export async function countInquiriesOf(email: string, signal?: AbortSignal): Promise<number> {
  const search = new URLSearchParams({ page: '1', limit: '1', email__eq: email })
  return (await callApi(listRecords, { params: { table: inquiryTable }, search, signal })).total
}
