import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useTableTitles } from '#features/records/list/table-titles'
import { paths } from '#lib/paths'
import { useIsAdmin, useRights, useSeesWhole } from '#lib/rights'
import { Notice } from '#ui/notice'
import { navigation, type Place } from './navigation'

/** True for the links of the navigation that the user may follow. */
export function useMayOpen(): (place: Place) => boolean {
  const isAdmin = useIsAdmin()
  const may = useRights()
  const seesWhole = useSeesWhole()
  return ({ admins, table, anyOf }) =>
    (isAdmin || !admins) && (!table || may(table, 'view')) && (!anyOf || anyOf.some(seesWhole))
}

/** A page, or which right it needs and who can give it, by the reader's own rights alone: then nothing is requested for it. */
export function RightFor({ path, children }: { path: string; children: ReactNode }) {
  const place = navigation.find((one) => one.path === path)
  const mayOpen = useMayOpen()
  return !place || mayOpen(place) ? children : <MissingRight place={place} />
}

function MissingRight({ place: { label, admins, table, anyOf = [] } }: { place: Place }) {
  const tables = useTableTitles()
  const titleOf = (name: string) => tables.find((one) => one.name === name)?.title ?? names[name] ?? name
  const needed = table === undefined ? anyOf : [table]
  return (
    <Notice tone="warn" title={label}>
      <p>
        {admins ? 'This page is for admins.' : `You need the right to see ${needed.map(titleOf).join(' or ')}.`} An
        admin of the school can give it to you under Settings, People.
      </p>
    </Notice>
  )
}

/** Of tables that the reader may not see, whose titles are not sent to them. */
const names: Readonly<Record<string, string>> = {
  contact_submissions: 'Contact Submissions',
  lessons: 'Lessons',
  students: 'Students',
}

/** Names an address below the dashboard that leads nowhere. */
export const UnknownPage = ({ path }: { path: string }) => (
  <div className="mx-auto w-full max-w-[110rem] px-4 pt-3 md:px-8">
    <Notice tone="warn">
      <p className="[overflow-wrap:anywhere]">
        There is no page {path}.{' '}
        <Link href={paths.tables} className="text-link">
          These are the tables.
        </Link>
      </p>
    </Notice>
  </div>
)
