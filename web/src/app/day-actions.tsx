import { Printer } from 'lucide-react'
import { Link } from 'wouter'
import { CancelDay } from '#features/cancel-day/cancel-day'
import { paths } from '#lib/paths'
import { ButtonLink } from '#ui/button'

type Props = { date: string; mayEdit: boolean }

/** What can be done with a whole lesson day. */
export const DayActions = ({ date, mayEdit }: Props) => (
  <div className="flex flex-wrap gap-2">
    <Link href={`${paths.roster}?date=${date}`} asChild>
      <ButtonLink variant="outline" size="small">
        <Printer className="size-4.5" />
        Roster
      </ButtonLink>
    </Link>
    {mayEdit && <CancelDay key={date} date={date} />}
  </div>
)
