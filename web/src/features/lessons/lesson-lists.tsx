import type { Mine } from '@app/contracts/today'
import { useQuery } from '@tanstack/react-query'
import type { Filters } from '#lib/list-address'
import { mineQuery } from '#lib/mine'
import type { Sort } from '#lib/sort'
import { type LinkedList, ListLinks } from '#ui/list-links'
import { UntoldBulks } from './untold-change'

const inOrder: Sort = { field: 'starts_at', direction: 'asc' }
const upcoming: Filters = { starts_at__gte: 'today' }

/** As the list's own filter prints it. */
const taughtBy = (mine: readonly string[]): Filters =>
  mine.length === 1 ? { instructor: mine[0]! } : { instructor__in: mine.join(',') }

/** The lists of lessons, the first one to open with first: those of the user, if they teach and see others, too. */
const lessonLists = ({ instructors: mine, only }: Mine): LinkedList[] => [
  ...(mine.length > 0 && !only ? [{ label: 'Mine', filters: { ...upcoming, ...taughtBy(mine) }, sort: inOrder }] : []),
  { label: 'Upcoming', filters: upcoming, sort: inOrder },
  { label: 'Make-ups owed', filters: { make_ups__null: 'false' }, sort: inOrder },
  { label: 'All', filters: {}, sort: null },
]

/** The filters and the order that the list of lessons opens with. */
export const openLessonsWith = {
  ...mineQuery,
  select: (mine: Mine) => {
    const [{ filters, sort }] = lessonLists(mine) as [LinkedList]
    return { filters, sort }
  },
}

export function LessonListHead({ view }: { view: { filters: Filters; q: string } }) {
  const { data } = useQuery(mineQuery)
  const lists = lessonLists(data ?? { instructors: [], only: false })
  return (
    <ListLinks label="Lists of lessons" table="lessons" lists={lists} view={view}>
      <UntoldBulks />
    </ListLinks>
  )
}
