import { AppError } from '@app/contracts/errors'
import {
  listWaiverTexts,
  maxMonths,
  maxTextLength,
  type NewWaiverText,
  publishWaiverText,
  type WaiverText,
} from '@app/contracts/waivers'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { failureText } from '#lib/failure-text'
import { useCallMutation } from '#lib/queries'
import { useRecentSignInOnEntry } from '#lib/recent-sign-in'
import { momentText } from '#lib/school-time'
import { counted } from '#lib/words'
import { Button, SmallButton } from '#ui/button'
import { CheckField } from '#ui/check-field'
import { TextAreaField, TextField } from '#ui/field'
import { fieldsOf, useValues } from '#ui/form-values'
import { LoadState } from '#ui/load-state'
import { Notice } from '#ui/notice'
import { usePageTitle } from '#ui/page-title'
import { useToast } from '#ui/toast'
import { waiverTextsQuery } from './waiver-queries'

const validity = (months: number | null) => (months === null ? 'no end' : `valid for ${counted(months, 'month')}`)

/** The text that students and guardians sign, and its earlier versions; admins only. */
export function WaiverPage() {
  usePageTitle('Waiver')
  const { data, error, refetch } = useQuery(waiverTextsQuery)
  const [current, ...earlier] = data?.data ?? []
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">
      <h2 className="text-2xl">Waiver</h2>
      <p className="text-muted">
        Students, or the guardians of those under 18, sign this text on a device of the school: from the student's
        record, Today or attendance. A published version never changes. A new text is a new version, and what was signed
        before keeps its own.
      </p>
      {!data && <LoadState query={{ data, error, refetch }} what="the waiver" />}
      {current && <TextForm key={current.version} current={current} onReload={() => refetch()} />}
      {earlier.length > 0 && (
        <section aria-label="Earlier versions" className="grid gap-2">
          <h3 className="text-lg">Earlier versions</h3>
          {earlier.map(({ version, text, months, createdAt, by }) => (
            <details key={version} className="rounded-xl border border-line px-4">
              <summary className="min-h-11 cursor-pointer content-center">
                Version {version}, {validity(months)}
                <span className="text-muted">
                  , {momentText(createdAt)}
                  {by && ` by ${by}`}
                </span>
              </summary>
              <p className="whitespace-pre-wrap pb-4 [overflow-wrap:anywhere]">{text}</p>
            </details>
          ))}
        </section>
      )}
    </div>
  )
}

function TextForm({ current, onReload }: { current: WaiverText; onReload: () => void }) {
  const client = useQueryClient()
  const showToast = useToast()
  const [values, change] = useValues({ text: current.text, months: String(current.months ?? '') })
  const { text, months } = values
  const entry = useRecentSignInOnEntry('A new version of the waiver', publishWaiverText)
  const [ends, setEnds] = useState(current.months !== null)
  const given = ends ? Number(months) : null
  const save = useCallMutation(publishWaiverText, {
    input: (body: NewWaiverText) => ({ body }),
    onSuccess({ version }) {
      showToast({ text: `Version ${version} of the waiver is published` })
      return client.invalidateQueries({ queryKey: [listWaiverTexts.id] })
    },
  })
  const errors = save.error instanceof AppError ? save.error.fields : undefined
  const field = fieldsOf('waiver', values, change, errors)
  const isChanged = text.trim() !== current.text || given !== current.months
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isChanged) save.mutate({ text, months: given, replaces: current.version })
  }
  return (
    <form
      onSubmit={submit}
      {...entry}
      onChange={() => errors && save.reset()}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      {current.isSample && (
        <Notice tone="warn" title="Replace the placeholder">
          <p>This text came with the program, and nobody can sign it. Publish your school's own waiver instead.</p>
        </Notice>
      )}
      <TextAreaField
        {...field('text', `Text (version ${current.version}, ${momentText(current.createdAt)})`)}
        required
        rows={16}
        maxLength={maxTextLength}
      />
      <CheckField checked={ends} className="flex min-h-11 w-fit items-center gap-2.5" onCheck={setEnds}>
        A signature ends after some time
      </CheckField>
      {ends && (
        <div className="max-w-40">
          <TextField {...field('months', 'Months')} type="number" required min={1} max={maxMonths} step={1} />
        </div>
      )}
      {save.error && (
        <Notice tone="bad">
          <p>{failureText(save.error, 'Failed to publish the waiver.')} Your text is still here.</p>
          {save.error instanceof AppError && save.error.code === 'conflict' && (
            <SmallButton onClick={onReload}>Show the other version</SmallButton>
          )}
        </Notice>
      )}
      <Button type="submit" className="justify-self-start" disabled={!isChanged || save.isPending}>
        {save.isPending ? 'Publishing...' : 'Publish new version'}
      </Button>
    </form>
  )
}
