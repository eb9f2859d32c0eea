import type { Job } from '@app/contracts/jobs'
import { confirmableSteps, readSamples, type Samples, type SetupMark, type SetupStep } from '@app/contracts/setup'
import { useQuery } from '@tanstack/react-query'
import { Circle, CircleCheck, CircleMinus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'wouter'
import { queryOf } from '#lib/queries'
import { momentText } from '#lib/school-time'
import { counted } from '#lib/words'
import { Button, ButtonLink, SmallButton } from '#ui/button'
import { LoadError, LoadState } from '#ui/load-state'
import { Notice } from '#ui/notice'
import { usePageTitle } from '#ui/page-title'
import { RemoveSamplesDialog } from './remove-samples-dialog'
import { Progress } from './setup-card'
import { type Step, stepWords, useChangeSetup, useSetup } from './use-setup'

type StepItemProps = { step: Step; isSaving: boolean; onMark: (mark: SetupMark & { step: SetupStep }) => void }

const stateText = ({ isDone, mark }: Step) => {
  if (isDone) return 'Done'
  if (!mark) return undefined
  const said = mark.as === 'confirmed' ? 'Right as it is, says' : 'Skipped by'
  return `${said} ${mark.by}, ${momentText(mark.at)}`
}

/** One step: whether it is done, where it is done, and what can be said about it instead. */
function StepItem({ step, isSaving, onMark }: StepItemProps) {
  const { title, text, href, action } = stepWords[step.step]
  const state = stateText(step)
  const isSkipped = !step.isDone && step.mark?.as === 'skipped'
  const Icon = step.isOpen ? Circle : isSkipped ? CircleMinus : CircleCheck
  const say = (label: string, as: SetupMark['as']) => (
    <Button
      variant="quiet"
      size="small"
      className="min-h-11"
      aria-label={`${label}: ${title}`}
      disabled={isSaving}
      onClick={() => onMark({ step: step.step, as })}
    >
      {label}
    </Button>
  )
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 rounded-xl border border-line bg-card p-4">
      <Icon aria-hidden="true" className={`mt-0.5 size-6 ${step.isOpen || isSkipped ? 'text-muted' : 'text-good'}`} />
      <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-52 [overflow-wrap:anywhere]">
          <p className="font-semibold">{title}</p>
          <p className="text-muted text-sm">{state ?? text}</p>
        </div>
        <div className="flex flex-wrap items-center gap-x-1">
          {!step.isDone && (
            <Link href={href} asChild>
              <ButtonLink variant="outline" size="small" aria-label={`${action}: ${title}`} className="min-h-11">
                {action}
              </ButtonLink>
            </Link>
          )}
          {step.isOpen && confirmableSteps.includes(step.step) && say('It is right', 'confirmed')}
          {step.isOpen && say('Skip', 'skipped')}
          {!step.isDone && step.mark && say('Undo', 'open')}
        </div>
      </div>
    </li>
  )
}

const list = new Intl.ListFormat('en-US')

type Props = { steps: readonly Step[]; isSaving: boolean; onSkip: (steps: readonly SetupStep[]) => void }

/** Names the remaining steps and skips them; each can be undone. */
function SkipRest({ steps, isSaving, onSkip }: Props) {
  if (steps.length < 2) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p id="steps-left" className="min-w-0 flex-1 basis-60 text-muted [overflow-wrap:anywhere]">
        Left: {list.format(steps.map(({ step }) => stepWords[step].title))}.
      </p>
      <SmallButton
        aria-describedby="steps-left"
        disabled={isSaving}
        onClick={() => onSkip(steps.map(({ step }) => step))}
      >
        Skip these {steps.length}
      </SmallButton>
    </div>
  )
}

/** The first steps of a new school, in any order, and the sample records that it begins with; admins only. */
export function SetupPage() {
  usePageTitle('Set up your school')
  const { steps, hidden, error, refetch } = useSetup()
  const { mark, hide, skip, isSaving } = useChangeSetup()
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid gap-1">
        <h2 ref={heading} tabIndex={-1} className="text-2xl">
          Set up your school
        </h2>
        <p className="text-muted">In any order. A step is ticked when it is done, wherever you do it.</p>
      </div>
      <LoadState query={{ data: steps, error, refetch }} what="the steps" />
      {steps && (
        <>
          <Progress steps={steps} />
          <ol aria-label="Steps" className="grid grid-cols-[minmax(0,1fr)] gap-3">
            {steps.map((step) => (
              <StepItem key={step.step} step={step} isSaving={isSaving} onMark={mark} />
            ))}
          </ol>
          <SkipRest
            steps={steps.filter(({ isOpen }) => isOpen)}
            isSaving={isSaving}
            // The button is gone then.
            onSkip={(left) => skip(left, { onSuccess: () => heading.current?.focus() })}
          />
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="min-w-0 flex-1 basis-60 text-muted [overflow-wrap:anywhere]">
              {hidden ? `Hidden on Today by ${hidden.by}.` : 'The next step is shown on Today until all are settled.'}
            </p>
            <SmallButton disabled={isSaving} onClick={() => hide(!hidden)}>
              {hidden ? 'Show on Today' : 'Hide on Today'}
            </SmallButton>
          </div>
        </>
      )}
      {/* Below the steps: it would move when they are there. */}
      {(steps || error) && <SampleSection />}
    </div>
  )
}

const samplesQuery = queryOf(readSamples)

/** The sample records that are left, and the button that removes them. Nothing where there are none. */
function SampleSection() {
  const { data, error, refetch } = useQuery(samplesQuery)
  const [asking, setAsking] = useState(false)
  const [ended, setEnded] = useState<Job>()
  const tables = data?.tables ?? []
  if (error && !data)
    return <LoadError error={error} fallback="Failed to look for sample records" onRetry={() => refetch()} />
  if (tables.length === 0 && !ended) return null
  const count = tables.reduce((sum, { records }) => sum + records.length, 0)
  return (
    <section aria-labelledby="samples" className="grid grid-cols-[minmax(0,1fr)] gap-3 border-line border-t pt-6">
      <h3 id="samples" className="text-xl">
        Sample records
      </h3>
      {count === 0 ? (
        <p className="text-muted">All sample records are removed.</p>
      ) : (
        <>
          <p className="text-muted">
            The product includes sample records. {count} are left:{' '}
            {tables.map(({ title, records }) => `${title} ${records.length}`).join(', ')}.
          </p>
          <Button
            variant="outline"
            className="justify-self-start"
            aria-haspopup="dialog"
            onClick={() => setAsking(true)}
          >
            Remove sample records...
          </Button>
        </>
      )}
      {ended && ended.skipped.length > 0 && <Stayed job={ended} tables={tables} />}
      {asking && (
        <RemoveSamplesDialog
          tables={tables}
          onClose={() => setAsking(false)}
          onEnded={(job) => {
            setEnded(job)
            setAsking(false)
          }}
        />
      )}
    </section>
  )
}

/** Those that the removal has left, as far as they are still there. */
function Stayed({ job, tables }: { job: Job; tables: Samples['tables'] }) {
  const left = new Set(tables.flatMap(({ records }) => records.map(({ id }) => id)))
  const stayed = job.skipped.filter(({ id }) => left.has(id))
  if (stayed.length === 0) return null
  return (
    <Notice tone="warn" title={`${counted(stayed.length, 'record')} stayed`}>
      <ul className="grid gap-1">
        {stayed.map(({ id, reason }) => (
          <li key={id} className="[overflow-wrap:anywhere]">
            {reason}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
