import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { type Filters, listPath } from '#lib/list-address'
import { mineQuery } from '#lib/mine'
import { lessonLists } from './lesson-lists'

const chip =
  'inline-flex min-h-9 items-center rounded-full border border-line bg-card px-3.5 text-sm hover:border-forest aria-[current]:border-forest aria-[current]:shadow-[inset_0_0_0_1px_var(--color-forest)]'

const isSame = (one: Filters, other: Filters) =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort())

/** The lists of lessons that are opened most, each one click away. */
export function LessonListHead({ view: { filters, q } }: { view: { filters: Filters; q: string } }) {
  const { data } = useQuery(mineQuery)
  return (
    <nav aria-label="Lists of lessons">
      <ul className="flex flex-wrap gap-2">
        {lessonLists(data ?? { instructors: [], only: false }).map(({ label, ...list }) => (
          <li key={label}>
            <Link
              href={listPath({ table: 'lessons', ...list })}
              aria-current={(q === '' && isSame(filters, list.filters)) || undefined}
              className={chip}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
