import type { Insights, LessonGroup } from '@app/contracts/insights'
import { type Filters, listPath } from '#lib/list-address'
import type { Figure } from './figures'
import type { Period } from './insights.api'

export type GroupKey = keyof NonNullable<Insights['groups']>

/** In the order in which they are offered. */
export const groupNames: Readonly<Record<GroupKey, string>> = {
  kind: 'Kind',
  title: 'Lesson',
  hour: 'Hour',
  place: 'Place',
  instructor: 'Instructor',
}

/** The filter of the list that leaves the lessons of a group; the hour of a day has none. */
function filtersOf(by: GroupKey, key: string): Filters {
  if (by === 'hour') return {}
  return key === '' ? { [`${by}__null`]: 'true' } : { [by]: key }
}

const percent = (part: number, all: number) => (all > 0 ? Math.round((part / all) * 100) : 0)

/** Seats taken of the seats offered, and marks of attendance, by group. */
export function fillingFigure(by: GroupKey, groups: readonly LessonGroup[], { from, to }: Period): Figure {
  const path = ({ key }: LessonGroup) =>
    listPath({ table: 'lessons', filters: { starts_at__gte: from, starts_at__lte: to, ...filtersOf(by, key) } })
  return {
    series: [
      { name: 'Taken', tone: 'forest' },
      { name: 'Free', tone: 'empty' },
    ],
    bars: groups.map((group) => ({
      label: '',
      name: group.label,
      caption: `${percent(group.taken, group.seats)}%`,
      values: [group.taken, Math.max(0, group.seats - group.taken)],
      // Begins with what is visible.
      text: `${group.label} ${percent(group.taken, group.seats)}%: ${group.taken} of ${group.seats} seats taken`,
      href: path(group),
    })),
    columns: [groupNames[by], 'Lessons', 'Seats', 'Taken', 'Filled (%)', 'Present', 'Absent', 'Excused'],
    rows: groups.map((group) => {
      const { label, lessons, seats, taken, present, absent, excused } = group
      return {
        cells: [label, lessons, seats, taken, percent(taken, seats), present, absent, excused],
        href: path(group),
      }
    }),
  }
}
