import type { SetupStep } from '@app/contracts/setup'
import { useRef } from 'react'
import { Button } from '#ui/button'
import { LoadError, Loading } from '#ui/load-state'
import { usePageTitle } from '#ui/page-title'
import { Progress } from './progress'
import { SampleSection } from './sample-section'
import { StepItem } from './step-item'
import { stepWords } from './step-words'
import { useChangeSetup } from './use-change-setup'
import { type Step, useSetup } from './use-setup'

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
      <Button
        variant="outline"
        size="small"
        aria-describedby="steps-left"
        disabled={isSaving}
        onClick={() => onSkip(steps.map(({ step }) => step))}
      >
        Skip these {steps.length}
      </Button>
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
      {error && (
        <LoadError error={error} fallback="Failed to load the steps" isOutdated={!!steps} onRetry={() => refetch()} />
      )}
      {!steps && !error && <Loading>Loading the steps...</Loading>}
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
            <Button variant="outline" size="small" disabled={isSaving} onClick={() => hide(!hidden)}>
              {hidden ? 'Show on Today' : 'Hide on Today'}
            </Button>
          </div>
        </>
      )}
      {/* Below the steps: it would move when they are there. */}
      {(steps || error) && <SampleSection />}
    </div>
  )
}
