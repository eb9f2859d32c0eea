import {
  type PersonEntry,
  type PersonFile,
  type PersonSection,
  personSections,
  readPersonFile,
} from '@app/contracts/person-file'
import { useQuery } from '@tanstack/react-query'
import { Download, UserRoundX } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'wouter'
import { streamCall } from '#lib/call-api'
import { saveFile } from '#lib/files'
import { listPath } from '#lib/list-address'
import { queryOf, useSingleMutation } from '#lib/queries'
import { useRecentSignIn } from '#lib/recent-sign-in'
import { momentText } from '#lib/school-time'
import { counted } from '#lib/words'
import { Button, SmallButton } from '#ui/button'
import { TextField } from '#ui/field'
import { Failure, LoadError, Loading } from '#ui/load-state'
import { usePageTitle } from '#ui/page-title'
import { EraseDialog } from '../record/erase-dialog'

type Props = { id: string; title: string; entries: readonly PersonEntry[] }

/** The data in one place. */
const FileSection = ({ id, title, entries }: Props) => (
  <section aria-labelledby={`section-${id}`} className="grid grid-cols-[minmax(0,1fr)] gap-3">
    <h3 id={`section-${id}`} className="text-xl">
      {title} <span className="text-muted">({entries.length})</span>
    </h3>
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-0 rounded-xl border border-line bg-card px-4">
      {entries.map((entry) => (
        <li key={JSON.stringify(entry)} className="grid gap-1.5 border-line border-b py-3 last:border-b-0">
          <Entry isLinked={id !== 'trash'} {...entry} />
        </li>
      ))}
    </ul>
  </section>
)

function Entry({ title, at, table, id, fields, files, isLinked }: PersonEntry & { isLinked: boolean }) {
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold [overflow-wrap:anywhere]">
          {table && id && isLinked ? (
            <a href={listPath({ table, record: id })} className="text-link">
              {title}
            </a>
          ) : (
            title
          )}
        </span>
        {at && (
          <time dateTime={at} className="text-muted text-sm">
            {momentText(at)}
          </time>
        )}
      </p>
      {fields.length > 0 && (
        <dl className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-1 text-sm sm:grid-cols-[10rem_minmax(0,1fr)]">
          {fields.map(({ label, text }) => (
            <div key={`${label} ${text}`} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {files.length > 0 && (
        <p className="text-muted text-sm [overflow-wrap:anywhere]">In the archive: {files.join(', ')}</p>
      )}
    </>
  )
}

/** Everything that is stored about one address, on one page and as an archive; for admins. */
export function PersonFilePage() {
  usePageTitle('Person file')
  useRecentSignIn('The person file', readPersonFile)
  const [search, setSearch] = useSearchParams()
  const email = search.get('email')?.trim() ?? ''

  function show(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('email')).trim()
    setSearch(typed ? { email: typed } : {})
  }

  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid gap-1">
        <h2 className="text-2xl">Person file</h2>
        <p className="text-muted">Everything that is stored about one email address: what an erasure would delete.</p>
      </div>
      <form key={`form ${email}`} onSubmit={show} className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 grow basis-64">
          <TextField
            id="person-email"
            name="email"
            type="email"
            label="Email address"
            required
            autoFocus={!email}
            defaultValue={email}
          />
        </div>
        <Button type="submit" className="mb-1.5">
          Show
        </Button>
      </form>
      {email && <Found key={email} email={email} />}
    </div>
  )
}

function Found({ email }: { email: string }) {
  const [asking, setAsking] = useState(false)
  const { data, error, refetch } = useQuery({
    ...queryOf(readPersonFile, { query: { email, format: 'json' } }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const archive = useSingleMutation({
    mutationKey: ['person archive', email],
    async mutationFn() {
      const answer = await streamCall(readPersonFile, { query: { email, format: 'zip' } }, AbortSignal.timeout(600_000))
      saveFile(`person-file-${email.replace(/[^\w.-]+/g, '-')}.zip`, await answer.blob())
    },
  })
  if (error && !data)
    return <LoadError error={error} fallback="Failed to read the person file" onRetry={() => refetch()} />
  if (!data) return <Loading>Reading everything about {email}...</Loading>
  const sections = filledSections(data)
  if (sections.length === 0)
    return (
      <p role="status" className="py-6 text-muted">
        Nothing is stored about <strong className="[overflow-wrap:anywhere]">{data.email}</strong>.
      </p>
    )
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 rounded-xl border border-line bg-card p-4">
        <p role="status" className="mr-auto [overflow-wrap:anywhere]">
          {counted(
            sections.reduce((sum, { entries }) => sum + entries.length, 0),
            'entry',
            'entries',
          )}{' '}
          and {counted(data.attachments.length, 'file')} about <strong>{data.email}</strong>
        </p>
        <SmallButton disabled={archive.isPending} onClick={() => archive.mutate()}>
          <Download className="size-4" />
          {archive.isPending ? 'Preparing...' : 'Download archive'}
        </SmallButton>
        <SmallButton aria-haspopup="dialog" onClick={() => setAsking(true)}>
          <UserRoundX className="size-4" />
          Erase this person's data…
        </SmallButton>
      </div>
      <Failure error={archive.error} fallback="Failed to download the archive" />
      {sections.map((section) => (
        <FileSection key={section.id} {...section} />
      ))}
      <p className="text-muted text-sm">Nothing in: {emptyTitles(data).join(', ').toLowerCase()}.</p>
      {asking && (
        <EraseDialog
          person={{ label: data.email, email: data.email }}
          onClose={() => setAsking(false)}
          onErased={() => {
            setAsking(false)
            void refetch()
          }}
        />
      )}
    </>
  )
}

/** In the order of the page. */
const titles: Record<PersonSection, string> = {
  records: 'Records',
  consents: 'Consents',
  waivers: 'Signed waivers',
  lessons: 'Named in',
  incoming: 'Messages, replies and notes',
  copies: 'Copies of replies to others',
  mailings: 'Mailings',
  suppression: 'Unsubscribed and blocked',
  trash: 'In the trash',
  files: 'Files of records',
  replyFiles: 'Files sent with replies',
  received: 'Bookings that came in',
  bookings: 'Known at booking services as',
  imports: 'Imported files that mention the address',
  website: 'On the website',
  history: 'History',
}

/** The sections that hold something. */
const filledSections = ({ sections }: Pick<PersonFile, 'sections'>) =>
  (Object.keys(titles) as PersonSection[]).flatMap((id) => {
    const entries = sections[id] ?? []
    return entries.length > 0 ? [{ id, title: titles[id], entries }] : []
  })

/** The number of empty places in the list. */
const emptyTitles = ({ sections }: Pick<PersonFile, 'sections'>) =>
  personSections.flatMap((id) => (sections[id]?.length ? [] : [titles[id]]))
