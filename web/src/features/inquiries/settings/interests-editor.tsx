import type { FormSettings } from '@app/contracts/form-settings'
import { Button } from '#ui/button'
import { OptionRow } from '#ui/option-row'

type Interests = FormSettings['interests']
type Props = {
  interests: Interests
  error: string | undefined
  readOnly: boolean
  onChange: (interests: Interests) => void
}

const idOf = (at: number) => `settings-interests-${at}`
const control =
  'min-h-11 min-w-56 flex-1 rounded-control border-2 border-edge bg-card px-3 text-ink hover:border-forest'

/** The choices of visitors in the form, in this order. A renamed interest keeps its inquiries. */
export function InterestsEditor({ interests, error, readOnly, onChange }: Props) {
  const rename = (at: number, label: string) =>
    onChange(interests.map((option, other) => (other === at ? { ...option, label } : option)))
  const add = () => {
    onChange([...interests, { value: '', label: '' }])
    requestAnimationFrame(() => document.getElementById(idOf(interests.length))?.focus())
  }
  return (
    <fieldset id="settings-interests" tabIndex={-1} className="grid gap-2">
      <legend className="sr-only">Interests</legend>
      {interests.map((option, at) => (
        <OptionRow
          // biome-ignore lint/suspicious/noArrayIndexKey: an interest has no other name while it is typed.
          key={at}
          options={interests}
          at={at}
          noun="Interest"
          disabled={readOnly}
          onChange={(next) => onChange([...next])}
        >
          <input
            id={idOf(at)}
            aria-label={`Interest ${at + 1}`}
            aria-describedby="settings-interests-error"
            value={option.label}
            maxLength={100}
            readOnly={readOnly}
            onChange={({ target }) => rename(at, target.value)}
            className={control}
          />
        </OptionRow>
      ))}
      <p id="settings-interests-error" className="text-bad text-sm empty:hidden">
        {error}
      </p>
      <Button size="small" variant="outline" className="justify-self-start" disabled={readOnly} onClick={add}>
        Add an interest
      </Button>
    </fieldset>
  )
}
