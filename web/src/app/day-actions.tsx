import { Printer } from 'lucide-react'
import { Link } from 'wouter'
import { paths } from '#lib/paths'
import { ButtonLink } from '#ui/button'

/** What can be done with a whole lesson day. */
export const DayActions = ({ date }: { date: string }) => (
  <Link href={`${paths.roster}?date=${date}`} asChild>
    <ButtonLink variant="outline" size="small">
      <Printer className="size-4.5" />
      Roster
    </ButtonLink>
  </Link>
)
