import type { Colleague } from '@app/contracts/inbox'
import type { Inquiry } from '@app/contracts/inquiries'
import { useQuery } from '@tanstack/react-query'
import { AlarmClock, Ban, Check, CircleCheck, MailCheck, UserRound } from 'lucide-react'
import { useShortcuts } from '#lib/use-listener'
import { useNow } from '#lib/use-now'
import { Button, SmallButton } from '#ui/button'
import { formatTime } from '../format-time'
import { KeyedMenu, TimeMenu } from '../replies/time-menu'
import { colleaguesQuery } from './inbox.queries'
import type { TeamActions } from './use-team-actions'

type Props = { inquiry: Inquiry; actions: TeamActions; userId: string | undefined }

/** Yourself first, then the others by name. */
const inOrder = (people: readonly Colleague[], userId: string | undefined) =>
  people.toSorted(
    (one, other) => Number(other.id === userId) - Number(one.id === userId) || one.name.localeCompare(other.name),
  )

/** The assignee, snooze and state of the conversation. */
export function ThreadBar({ inquiry, actions, userId }: Props) {
  const now = useNow()
  const { data: people = [] } = useQuery(colleaguesQuery)
  const { status, spam, assignee = null, snoozedUntil, replies } = inquiry
  const isClosed = status === 'closed'
  const isSnoozed = snoozedUntil != null && Date.parse(snoozedUntil) > now
  const isAnswered = status === 'answered'
  const isDue = isAnswered && snoozedUntil != null && !isSnoozed
  const maySpam = !spam && replies.length === 0
  const nameOf = (id: string) =>
    id === userId ? 'you' : (people.find((one) => one.id === id)?.name ?? 'a former colleague')
  useShortcuts({
    e: spam || isClosed ? undefined : actions.close,
    '!': maySpam ? actions.spam : undefined,
  })
  if (spam)
    return (
      <SmallButton disabled={actions.isRunning} onClick={actions.release}>
        <MailCheck className="size-4" />
        Not spam
      </SmallButton>
    )
  return (
    <div className="flex flex-wrap items-center gap-2">
      <KeyedMenu
        shortcut="a"
        label="Assign to"
        trigger={
          <>
            <UserRound className="size-4" />
            {assignee ? `Assigned to ${nameOf(assignee)}` : 'Assign'}
          </>
        }
        items={[
          ...inOrder(people, userId).map(({ id, name }) => ({
            key: id,
            isCurrent: id === assignee,
            content: (
              <>
                {id === userId ? `${name} (you)` : name}
                {id === assignee && <Check className="ml-auto size-4" />}
              </>
            ),
            onSelect: () => actions.assign(id, id === userId ? 'you' : name),
          })),
          ...(assignee ? [{ key: 'nobody', content: 'Nobody', onSelect: () => actions.assign(null, '') }] : []),
        ]}
      />
      {!isClosed && (
        <TimeMenu
          shortcut="s"
          label={isAnswered ? 'Follow up on' : 'Snooze until'}
          trigger={
            <>
              <AlarmClock className="size-4" />
              {isSnoozed ? `Until ${formatTime(snoozedUntil, now)}` : isAnswered ? 'Follow up' : 'Snooze'}
            </>
          }
          before={[
            ...(isSnoozed && !isAnswered
              ? [{ key: 'wake', content: 'Back to the inbox now', onSelect: actions.wake }]
              : []),
            ...((isSnoozed && isAnswered) || isDue
              ? [{ key: 'drop', content: 'No follow-up', onSelect: actions.dropFollowUp }]
              : []),
          ]}
          onTime={(until) => (isAnswered ? actions.followUp(until) : actions.snooze(until))}
        />
      )}
      <SmallButton
        aria-keyshortcuts={isClosed ? undefined : 'e'}
        disabled={actions.isRunning}
        onClick={isClosed ? actions.reopen : actions.close}
      >
        <CircleCheck className="size-4" />
        {isClosed ? 'Open again' : 'Close'}
      </SmallButton>
      {maySpam && (
        <Button size="small" variant="quiet" aria-keyshortcuts="!" disabled={actions.isRunning} onClick={actions.spam}>
          <Ban className="size-4" />
          Spam
        </Button>
      )}
    </div>
  )
}
