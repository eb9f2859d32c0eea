import { idempotencyHeader } from '@app/contracts/forms'
import {
  erased,
  type Inquiry,
  type InquiryCounters,
  type InquiryStatus,
  inquiry,
  inquiryCounters,
  inquiryTable,
  type ReplyDraft,
  type ReplyDrafts,
  replyDrafts,
} from '@app/contracts/inquiries'
import { recordPage } from '@app/contracts/tables'
import { request } from '#lib/api'
import { tablePath } from '#lib/records'

const base = '/api/forms/submissions'
const post = (path: string, body: object, headers?: Record<string, string>): Promise<Inquiry> =>
  request(inquiry, path, { method: 'POST', body, headers })

export const fetchCounters = (signal?: AbortSignal): Promise<InquiryCounters> =>
  request(inquiryCounters, `${base}/counters`, { signal })

export const fetchInquiry = (id: string, signal?: AbortSignal): Promise<Inquiry> =>
  request(inquiry, `${base}/${id}`, { signal })

/** The matching templates, filled in. */
export const fetchDrafts = (id: string, signal?: AbortSignal): Promise<ReplyDrafts> =>
  request(replyDrafts, `${base}/${id}/drafts`, { signal })

export const setStatus = (id: string, status: InquiryStatus) => post(`${base}/${id}/status`, { status })

/** Restarts every failed or waiting email. */
export const sendAgain = (id: string) => post(`${base}/${id}/resend`, {})

export const markAsSpam = (id: string) => post(`${base}/${id}/spam`, {})

export const releaseFromSpam = (id: string) => post(`${base}/${id}/not-spam`, {})

/** Repeated calls with the same `key` send one email. */
export const sendReply = (id: string, draft: ReplyDraft, key: string) =>
  post(`${base}/${id}/reply`, draft, { [idempotencyHeader]: key })

/** Deletes everything from an address; resolves with the number of deleted records. */
export const eraseAddress = (email: string) =>
  request(erased, '/api/forms/erasures', { method: 'POST', body: { email } })

/** How many inquiries of an address there are. */
export async function countInquiriesOf(email: string, signal?: AbortSignal): Promise<number> {
  const query = new URLSearchParams({ page: '1', limit: '1', email__eq: email })
  return (await request(recordPage, `${tablePath(inquiryTable)}?${query}`, { signal })).total
}
