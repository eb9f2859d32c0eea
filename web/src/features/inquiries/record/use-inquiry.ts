import { minutes, seconds } from '@app/contracts/durations'
import type { Inquiry } from '@app/contracts/inquiries'
import { useQuery } from '@tanstack/react-query'
import { usePresence } from '#lib/use-presence'
import { isUnderway } from '../delivery-texts'
import { inquiryQuery } from '../inquiries.queries'

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
  return useQuery({ ...inquiryQuery(id), refetchInterval: ({ state }) => present && nextPollMs(state.data) })
}
