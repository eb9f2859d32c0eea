import type { Drawing } from '@app/contracts/waivers'
import { TextField } from '#ui/field'
import { DrawingPad } from './drawing-pad'

type Props = {
  id: string
  /** True if it is drawn; otherwise the name is typed. */
  isDrawn: boolean
  typed: string
  error: string | undefined
  isBusy: boolean
  onDrawn: (drawn: Drawing | undefined) => void
  onModeChange: (isDrawn: boolean) => void
  onTyped: (name: string) => void
}

/** The signature: drawn, or the name typed by those who cannot or do not want to draw. Each stays while the other way is open. */
export function SignatureField({ id, isDrawn, typed, error, isBusy, onModeChange, onDrawn, onTyped }: Props) {
  return (
    <fieldset aria-describedby={`${id}-says`} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <legend className="mb-1.5 font-semibold">Signature</legend>
      <p id={`${id}-says`}>By signing, I confirm that I have read the waiver above and agree to it.</p>
      <div className="flex gap-1">
        {[
          { name: 'Draw', isOn: isDrawn, draws: true },
          { name: 'Type', isOn: !isDrawn, draws: false },
        ].map(({ name, isOn, draws }) => (
          <button
            key={name}
            type="button"
            aria-pressed={isOn}
            data-part={isOn && isDrawn ? 'signature' : undefined}
            onClick={() => onModeChange(draws)}
            className="min-h-11 rounded-control border-2 border-edge bg-card px-3.5 font-display font-semibold text-sm hover:border-forest aria-pressed:border-primary aria-pressed:bg-primary aria-pressed:text-on-primary"
          >
            {name}
          </button>
        ))}
      </div>
      <div hidden={!isDrawn} className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        <p id={`${id}-hint`} className="text-muted text-sm">
          Draw with a finger, a pen or the mouse. Without them, choose Type.
        </p>
        <DrawingPad
          describedBy={`${id}-hint ${id}-error`}
          isInvalid={error !== undefined}
          disabled={isBusy}
          onChange={onDrawn}
        />
        <p id={`${id}-error`} className="text-bad text-sm empty:hidden">
          {error}
        </p>
      </div>
      {!isDrawn && (
        <TextField
          id={`${id}-typed`}
          data-part="signature"
          label="Type your full name to sign"
          autoComplete="off"
          maxLength={100}
          value={typed}
          error={error ?? ''}
          onChange={({ target }) => onTyped(target.value)}
        />
      )}
    </fieldset>
  )
}
