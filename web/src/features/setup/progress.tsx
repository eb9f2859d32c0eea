import type { Step } from './use-setup'

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
