import { confirmableSteps, type SetupMark, type SetupStep } from '@app/contracts/setup'
import { Circle, CircleCheck, CircleMinus } from 'lucide-react'
import { Link } from 'wouter'
import { momentText } from '#lib/school-time'
import { Button, ButtonLink } from '#ui/button'
import { stepWords } from './step-words'
import type { Step } from './use-setup'

type Props = { step: Step; isSaving: boolean; onMark: (mark: SetupMark & { step: SetupStep }) => void }

const stateText = ({ isDone, mark }: Step) => {
  if (isDone) return 'Done'
  if (!mark) return undefined
  const said = mark.as === 'confirmed' ? 'Right as it is, says' : 'Skipped by'
  return `${said} ${mark.by}, ${momentText(mark.at)}`
}

/** One step: whether it is done, where it is done, and what can be said about it instead. */
export function StepItem({ step, isSaving, onMark }: Props) {
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
