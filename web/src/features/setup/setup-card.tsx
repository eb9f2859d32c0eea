import { ArrowRight } from 'lucide-react'
import { Link } from 'wouter'
import { paths } from '#lib/paths'
import { Button } from '#ui/button'
import { type Step, stepWords, useChangeSetup, useSetup } from './use-setup'

/** The number of steps that are done or were skipped. */
export function Progress({ steps }: { steps: readonly Step[] }) {
  const settled = steps.filter(({ isOpen }) => !isOpen).length
  return (
    <div className="grid gap-1">
      <progress
        aria-label="Steps done"
        max={steps.length}
        value={settled}
        className="h-2.5 w-full appearance-none overflow-hidden rounded-full border border-edge bg-sunken [&::-moz-progress-bar]:bg-forest [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-forest"
      />
      <p className="text-muted text-sm tabular-nums">
        {settled} of {steps.length} done
      </p>
    </div>
  )
}

/** The next steps of a new school, on Today. Gone once every step is settled, or an admin has hidden it. */
export function SetupCard() {
  const { steps, hidden } = useSetup()
  const { hide, isSaving } = useChangeSetup()
  const next = steps?.find(({ isOpen }) => isOpen)
  if (!steps || !next || hidden) return null
  const { title, text, href } = stepWords[next.step]
  return (
    <section aria-labelledby="setup" className="grid gap-3 rounded-2xl border border-line bg-card p-4">
      <h2 id="setup" className="text-xl">
        Set up your school
      </h2>
      <Progress steps={steps} />
      <Link
        href={href}
        className="-mx-2 flex min-h-11 items-center gap-3 rounded-lg px-2 py-1 hover:bg-sunken focus-visible:bg-sunken"
      >
        <span className="min-w-0 flex-1">
          <span className="block font-semibold text-link">Next: {title}</span>
          <span className="block text-muted text-sm">{text}</span>
        </span>
        <ArrowRight aria-hidden="true" className="size-5 shrink-0 text-forest" />
      </Link>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Link href={paths.setup} className="text-link inline-flex min-h-11 items-center">
          All steps
        </Link>
        <Button
          variant="quiet"
          size="small"
          className="min-h-11 px-0"
          aria-label="Hide Set up your school"
          disabled={isSaving}
          onClick={() => hide(true)}
        >
          Hide
        </Button>
      </div>
    </section>
  )
}
