import {
  checkSender,
  type Deliverability,
  type DnsCheck,
  readDeliverability,
  readTestMail,
  sendTestMail,
  type TestMail,
} from '@app/contracts/deliverability'
import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { queryOf, useCallMutation } from '#lib/queries'
import { momentText, shortDay } from '#lib/school-time'
import { counted } from '#lib/words'
import { SmallButton } from '#ui/button'
import { Icon } from '#ui/icon'
import { Failure, LoadState } from '#ui/load-state'
import { usePageTitle } from '#ui/page-title'
import { useToast } from '#ui/toast'
import { LetterSettings, ReminderSettings } from './mail-settings'
import { FindAddress, SuppressedList } from './suppressed-list'

/** The records by which receivers decide whether to trust mail of the school. */
function DnsChecks({ sender }: Pick<Deliverability, 'sender'>) {
  if (!sender) return <p className="text-muted">Not checked yet.</p>
  return (
    <>
      <p className="text-muted text-sm">
        Records of {sender.domain}, read {momentText(sender.checkedAt)}
      </p>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {sender.checks.map((check) => (
          <Check key={check.name} check={check} />
        ))}
      </ul>
    </>
  )
}

function Check({ check: { name, text, isGood, record } }: { check: DnsCheck }) {
  const showToast = useToast()
  const copy = async () => {
    await navigator.clipboard.writeText(record!.value)
    showToast({ text: 'Copied' })
  }
  return (
    <li className="flex gap-3">
      <Icon
        name={isGood ? 'good' : 'warn'}
        className={`mt-0.5 size-5 shrink-0 ${isGood ? 'text-good' : 'text-warn'}`}
      />
      <div className="grid min-w-0 gap-1 [overflow-wrap:anywhere]">
        <p>
          <strong>{name}</strong> <span className="sr-only">{isGood ? 'is fine:' : 'needs attention:'}</span> {text}
        </p>
        {record && (
          <div className="flex flex-wrap items-center gap-2 text-sm">
            <span className="text-muted">
              {record.type} at {record.at}
            </span>
            <code className="rounded bg-card px-2 py-1">{record.value}</code>
            <SmallButton onClick={copy}>
              <Copy className="size-4" />
              Copy
            </SmallButton>
          </div>
        )}
      </div>
    </li>
  )
}

const refreshMs = 10_000

/** Checks that mail of the school arrives, and mail to it; admins only. */
export function EmailPage() {
  usePageTitle('Email')
  const { data, error, refetch } = useQuery({ ...queryOf(readDeliverability), refetchInterval: refreshMs })
  const check = useCallMutation(checkSender, { onSuccess: () => refetch() })
  return (
    <div className="in-turn grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-8">
      <h2 className="text-2xl">Email</h2>
      {!data && <LoadState query={{ data, error, refetch }} what="the state of the email" />}
      {data && (
        <>
          <Part title="Going out">
            <DnsChecks sender={data.sender} />
            {data.sender && (
              <SmallButton disabled={check.isPending} onClick={() => check.mutate()}>
                Check again
              </SmallButton>
            )}
            <TestMailPart />
          </Part>
          <Part title="Coming in">
            <MailSources doors={data.doors} lag={data.lag} />
          </Part>
          <Part title="Bounces and complaints">
            <Weeks weeks={data.weeks} />
          </Part>
        </>
      )}
      <Part title="Find an address">
        <FindAddress />
      </Part>
      <Part title="Reminders of lessons">
        <ReminderSettings />
      </Part>
      <Part title="Weekly letter">
        <LetterSettings />
      </Part>
      <Part title="Unsubscribed and blocked">
        <SuppressedList />
      </Part>
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-3">
    <h3 className="text-lg">{title}</h3>
    {children}
  </section>
)

const doorNames = { imap: 'Mailbox', smtp: 'Mail server' } as const

function MailSources({ doors, lag }: Pick<Deliverability, 'doors' | 'lag'>) {
  const open = doors.filter(({ state }) => state !== 'off')
  if (open.length === 0)
    return (
      <p className="text-muted">
        No mail is received. Set INBOUND_IMAP_URL and INBOUND_IMAP_PASSWORD to read your mailbox, for Google and
        Microsoft also INBOUND_IMAP_OAUTH and INBOUND_IMAP_OAUTH_CLIENT, or INBOUND_SMTP_PORT to receive it here.
      </p>
    )
  return (
    <>
      <ul className="grid gap-1">
        {open.map(({ kind, state, at, reason }) => (
          <li key={kind} className="[overflow-wrap:anywhere]">
            <strong>{doorNames[kind]}</strong>{' '}
            {state === 'failing' ? <span className="text-bad">{reason}</span> : <span>works</span>}
            {at && <span className="text-muted">, last {momentText(at)}</span>}
          </li>
        ))}
      </ul>
      {lag > 0 && (
        <p className="text-warn">The oldest mail has been waiting to be read for {counted(lag, 'second')}.</p>
      )}
    </>
  )
}

function Weeks({ weeks }: Pick<Deliverability, 'weeks'>) {
  if (weeks.every(({ bounces, complaints }) => bounces + complaints === 0))
    return <p className="text-muted">None in the last four weeks.</p>
  return (
    <table className="w-full max-w-md text-left">
      <thead>
        <tr>
          <th className="font-semibold">Week from</th>
          <th className="text-right font-semibold">Bounces</th>
          <th className="text-right font-semibold">Complaints</th>
        </tr>
      </thead>
      <tbody>
        {weeks.map(({ from, bounces, complaints }) => (
          <tr key={from} className="border-line border-t">
            <td className="py-1">{shortDay(from)}</td>
            <td className="text-right tabular-nums">{bounces}</td>
            <td className="text-right tabular-nums">{complaints}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const pollMs = 1_000

function stateText({ state, to, reason, roundTrip }: TestMail): string {
  if (state === 'received') return `Sent to ${to} and back after ${((roundTrip ?? 0) / 1_000).toFixed(1)} s.`
  if (state === 'failed') return `It could not be sent to ${to}. ${reason ?? ''}`
  if (state === 'sent') return `Accepted by the mail server for ${to}. Waiting for it to arrive...`
  return reason ? `Trying to send it to ${to}. ${reason}` : `Sending it to ${to}...`
}

/** Sends a mail to the school's own address and shows how far it is. */
function TestMailPart() {
  const [sent, setSent] = useState<TestMail>()
  const send = useCallMutation(sendTestMail, { onSuccess: setSent })
  const { data: current = sent } = useQuery({
    ...queryOf(readTestMail, { params: { id: sent?.id ?? '' } }),
    enabled: sent !== undefined,
    refetchInterval: ({ state: { data } }) => (data && ['received', 'failed'].includes(data.state) ? false : pollMs),
  })
  return (
    <div className="grid gap-2">
      <SmallButton disabled={send.isPending} onClick={() => send.mutate()}>
        Send a test mail
      </SmallButton>
      {current && <p role="status">{stateText(current)}</p>}
      <Failure error={send.error} fallback="Failed to send the test mail" />
    </div>
  )
}
