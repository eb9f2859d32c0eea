import type { PersonEntry } from '@app/contracts/person-file'
import { listPath } from '#lib/list-address'
import { momentText } from '#lib/school-time'

type Props = { id: string; title: string; entries: readonly PersonEntry[] }

/** The data in one place. */
export const FileSection = ({ id, title, entries }: Props) => (
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
