import { Badge } from '#ui/badge'
import { Button } from '#ui/button'
import type { Choice } from '../../list/references/references.api'

type Props = { choices: readonly Choice[]; label?: string; isBusy?: boolean; onChoose: (id: string) => void }

/** Records that are likely to be the one that is about to be created, to choose one of them instead. */
export function AlreadyHere({ choices, label = 'Likely the same', isBusy = false, onChoose }: Props) {
  if (choices.length === 0) return null
  return (
    <section aria-label={label} className="grid gap-2 rounded-xl border border-warn-line bg-warn-soft p-3">
      <p className="font-semibold text-warn">Already here?</p>
      <ul className="grid gap-1.5">
        {choices.map((choice) => (
          <li key={choice.id} className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Button size="small" variant="outline" disabled={isBusy} onClick={() => onChoose(choice.id)}>
              {choice.label}
            </Button>
            {choice.detail && <small>{choice.detail}</small>}
            {choice.badges?.map((badge) => (
              <Badge key={badge.label} {...badge} />
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
