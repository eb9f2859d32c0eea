import { type CalendarFeed, createCalendarFeed, deleteCalendarFeed, listCalendarFeeds } from '@app/contracts/calendar'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { queryOf, useCallMutation } from '#lib/queries'
import { dateText, dayAtSchool } from '#lib/school-time'

const feedsQuery = queryOf(listCalendarFeeds)

/** The user's calendar addresses, and how they are created and revoked. */
export function useFeeds() {
  const client = useQueryClient()
  const { data: feeds = [], error } = useQuery(feedsQuery)
  const onSettled = () => client.invalidateQueries({ queryKey: feedsQuery.queryKey })
  const create = useCallMutation(createCalendarFeed, {
    input: (body: { table: string; mine: boolean }) => ({ body }),
    onSettled,
  })
  const revoke = useCallMutation(deleteCalendarFeed, {
    input: ({ id }: CalendarFeed) => ({ params: { id } }),
    onSettled,
  })
  return { feeds, error, create, revoke }
}

const day = (at: string) => dateText(dayAtSchool(at))

/** `Created Nov 3, 2026, last used Nov 21, 2026` */
export const feedDates = ({ createdAt, lastReadAt }: CalendarFeed) =>
  `Created ${day(createdAt)}, ${lastReadAt ? `last used ${day(lastReadAt)}` : 'not used yet'}`
