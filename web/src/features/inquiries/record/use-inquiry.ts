import { minutes, seconds } from '@app/contracts/durations'
import type { Inquiry } from '@app/contracts/inquiries'
import { useQuery } from '@tanstack/react-query'
import { usePresence } from '#lib/use-presence'
import { fetchInquiry } from '../inquiries.api'
import { isUnderway } from '../mail-words'

export const inquiryKey = (id: string) => ['inquiry', id] as const

/** When to look again: soon while a mail is about to go out, seldom when nothing moves by itself. */
export function nextLook(inquiry: Inquiry | undefined, now = Date.now()): number {
  const underway = inquiry?.mails.filter(isUnderway) ?? []
  if (underway.length === 0) return minutes(1)
  const isNear = underway.some(({ nextTryAt }) => !nextTryAt || Date.parse(nextTryAt) - now < seconds(15))
  return isNear ? seconds(2) : seconds(15)
}

/** An inquiry as it is now, as long as the page is seen and somebody is there. */
export function useInquiry(id: string) {
  const present = usePresence()
  return useQuery({
    queryKey: inquiryKey(id),
    queryFn: ({ signal }) => fetchInquiry(id, signal),
    refetchInterval: ({ state }) => present && nextLook(state.data),
    gcTime: 0,
  })
}
