import { AppError } from '@app/contracts/errors'
import type { Job } from '@app/contracts/jobs'
import { previewSchema, publishSchema } from '@app/contracts/schema-calls'
import type { EditableSchema, SchemaImpact, ValueFix } from '@app/contracts/schema-editor'
import { titleOf } from '@app/table-schema/field'
import type { TableSchema } from '@app/table-schema/schema'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { callApi } from '#lib/call-api'
import { failureText } from '#lib/failure-text'
import { followJob } from '#lib/follow-job'
import { paths } from '#lib/paths'
import { useSingleMutation } from '#lib/queries'
import { useRecentSignIn } from '#lib/recent-sign-in'
import { counted, numberText } from '#lib/words'
import { Button, SmallButton } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { Notice } from '#ui/notice'
import { useToast } from '#ui/toast'
import { FixChoice } from './fix-choice'
import { differences } from './rule-texts'
import { reloadSchemas } from './schema-queries'

type Progress = (checked: number, total: number) => void

/** Tries a schema against all records, part by part. */
async function trySchema(schema: TableSchema, onProgress: Progress, signal: AbortSignal): Promise<SchemaImpact> {
  const all: SchemaImpact = { checked: 0, total: 0, next: null, faults: [], records: [], retired: [] }
  const counts = new Map<string, SchemaImpact['faults'][number]>()
  let after: string | undefined
  do {
    const body = { schema, ...(after !== undefined && { after }) }
    const part = await callApi(previewSchema, { params: { name: schema.name }, body, signal })
    for (const fault of part.faults) {
      const key = JSON.stringify([fault.field, fault.message])
      counts.set(key, { ...fault, count: fault.count + (counts.get(key)?.count ?? 0) })
    }
    all.checked += part.checked
    all.total = Math.max(part.total, all.checked)
    all.records = [...all.records, ...part.records].slice(0, 20)
    all.retired.push(...part.retired)
    onProgress(all.checked, all.total)
    after = part.next ?? undefined
  } while (after !== undefined)
  return { ...all, faults: [...counts.values()] }
}

type Props = {
  stored: EditableSchema
  draft: TableSchema
  onSaved: () => void
  onClose: () => void
  /** Loads what another admin has saved. */
  onReload: () => void
}

/** Tries the draft against the stored records, says what would not fit, and saves it. */
export function SaveDialog({ stored, draft, onSaved, onClose, onReload }: Props) {
  const client = useQueryClient()
  const showToast = useToast()
  useRecentSignIn('This change of the table', publishSchema)
  const [progress, setProgress] = useState<[checked: number, total: number]>([0, 0])
  const [impact, setImpact] = useState<SchemaImpact>()
  const [failure, setFailure] = useState('')
  const [fixes, setFixes] = useState<Record<string, ValueFix>>({})
  const [changed, setChanged] = useState(0)

  useEffect(() => {
    const left = new AbortController()
    trySchema(draft, (checked, total) => setProgress([checked, total]), left.signal).then(setImpact, (error) => {
      if (!left.signal.aborted) setFailure(failureText(error, 'The check failed'))
    })
    return () => left.abort()
  }, [draft])

  const save = useSingleMutation({
    mutationKey: ['schema', stored.name],
    mutationFn: () => publish(stored, { schema: draft, fixes }, ({ changed }) => setChanged(changed)),
    onSuccess: ({ changed, skipped }) => {
      const records = changed > 0 ? ` ${counted(changed, 'record')} changed.` : ''
      const left =
        skipped.length > 0 ? ` ${counted(skipped.length, 'record keeps', 'records keep')} values that do not fit.` : ''
      showToast({
        text: `Saved ${draft.title ?? draft.name}.${records}${left}`,
        link: { label: 'Show in Recent work', href: paths.work },
      })
      reloadSchemas(client)
      onSaved()
    },
  })

  const faults = impact?.faults ?? []
  const faulty = [...new Set(faults.map(({ field }) => field))]
  return (
    <Dialog
      title="Check and save"
      busy={save.isPending}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" disabled={save.isPending} onClick={onClose}>
            Back to editing
          </Button>
          <Button data-first disabled={!impact || save.isPending} onClick={() => save.mutate()}>
            {save.isPending ? (changed > 0 ? `${counted(changed, 'record')} changed...` : 'Saving...') : 'Save'}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {(failure || save.error) && (
          <Notice tone="bad" takesFocus>
            <p>{failure || failureText(save.error, 'Save failed')}</p>
            {save.error instanceof AppError && save.error.code === 'conflict' && (
              <SmallButton onClick={onReload}>Load their version</SmallButton>
            )}
          </Notice>
        )}
        <section aria-labelledby="schema-changes">
          <h3 id="schema-changes" className="font-semibold">
            Changes
          </h3>
          <ul className="list-disc pl-5">
            {differences(stored.schema, draft).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
        {!impact && !failure && (
          <p role="status">
            Checking the stored records... {numberText(progress[0])}
            {progress[1] > 0 && ` of ${numberText(progress[1])}`}
            <progress
              aria-label="Records checked"
              max={progress[1] || 1}
              value={progress[0]}
              className="block w-full"
            />
          </p>
        )}
        {impact && (
          <p role="status">
            {impact.faults.length === 0
              ? `All ${numberText(impact.total)} records fit.`
              : `Some of the ${numberText(impact.total)} records have values that would not fit.`}
          </p>
        )}
        {impact?.retired.map(({ field, filled }) => (
          <p key={field}>
            <strong>{titleOf(field, stored.schema.properties[field])}</strong> is hidden.{' '}
            {filled > 0 && `${counted(filled, 'record has', 'records have')} a value in it. `}
            You can bring it back for 30 days; then it is removed with its values.
          </p>
        ))}
        {faulty.map((field) => (
          <FixChoice
            key={field}
            draft={draft}
            name={field}
            faults={faults.filter((fault) => fault.field === field)}
            fix={fixes[field]}
            onChange={(fix) => {
              const { [field]: _old, ...others } = fixes
              setFixes(fix ? { ...others, [field]: fix } : others)
            }}
          />
        ))}
        {impact && impact.records.length > 0 && (
          <details>
            <summary className="min-h-11 cursor-pointer py-2 font-semibold">
              Records, the first {impact.records.length}
            </summary>
            <ul className="grid gap-1 text-sm">
              {impact.records.map(({ id, label, fields }) => (
                <li key={id} className="[overflow-wrap:anywhere]">
                  <a
                    className="text-link"
                    href={`/admin?table=${stored.name}&record=${id}`}
                    target="_blank"
                    rel="noreferrer"
                  >
                    {label}
                  </a>
                  : {Object.values(fields).join(', ')}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </Dialog>
  )
}

type Publication = { schema: TableSchema; fixes: Readonly<Record<string, ValueFix>> }

/**
 * Publishes a schema by a job, which also ends when this page is closed; reports its progress.
 *
 * @throws AppError with the reason when the job was stopped or failed
 */
async function publish(
  { name, version }: Pick<EditableSchema, 'name' | 'version'>,
  { schema, fixes }: Publication,
  onProgress: (job: Job) => void,
): Promise<Job> {
  const begun = await callApi(publishSchema, { params: { name }, body: { version, schema, fixes } })
  const job = await followJob(begun, onProgress)
  if (job.state !== 'done') throw new AppError('conflict', job.reason ?? 'It could not be completed.')
  return job
}
