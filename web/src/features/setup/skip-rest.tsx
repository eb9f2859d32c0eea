import type { SetupStep } from '@app/contracts/setup'
import { Button } from '#ui/button'
import { stepWords } from './step-words'
import type { Step } from './use-setup'

const list = new Intl.ListFormat('en-US')

type Props = { steps: readonly Step[]; isSaving: boolean; onSkip: (steps: readonly SetupStep[]) => void }

/** Skips the steps that are left, which it names. Each can be taken back. */
export function SkipRest({ steps, isSaving, onSkip }: Props) {
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
