import { type Drawing, isDrawn, maxDrawingLength } from '@app/contracts/waivers'
import { Eraser, Undo2 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import SignaturePad from 'signature_pad'
import { SmallButton } from '#ui/button'
import { TextField } from '#ui/field'

type Point = { x: number; y: number }
type Strokes = readonly { points: readonly Point[] }[]

/** One stroke as `M12 30L14 33`. A dot is a line of one unit, so that it shows. */
function strokePath(points: readonly Point[], { width, height }: Pick<Drawing, 'width' | 'height'>): string {
  const within = (value: number, end: number) => Math.round(Math.min(Math.max(value, 0), end))
  const places = points.map(({ x, y }) => `${within(x, width)} ${within(y, height)}`)
  const path = places.filter((place, at) => place !== places[at - 1])
  const [first = '0 0'] = path
  if (path.length < 2) path.push(first.replace(/^\d+/, (x) => String(Number(x) + (Number(x) < width ? 1 : -1))))
  return `M${path.join('L')}`
}

/** Every other point of a stroke, with its ends. */
const thinned = ({ points }: Strokes[number]) => ({
  points: points.filter((_, at) => at % 2 === 0 || at === points.length - 1),
})

/** The drawing in a field of this size; `undefined` while it is no signature. */
export function drawingFrom(strokes: Strokes, width: number, height: number): Drawing | undefined {
  const size = { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) }
  for (let left = strokes; ; left = left.map(thinned)) {
    const path = left.flatMap(({ points }) => (points.length > 0 ? [strokePath(points, size)] : [])).join('')
    if (path.length > maxDrawingLength && left.some(({ points }) => points.length > 2)) continue
    const isSignature = left.some(({ points }) => points.length > 2)
    return isSignature && path.length <= maxDrawingLength && isDrawn(path) ? { ...size, path } : undefined
  }
}

const ink = '#12292b'

type DrawingPadProps = {
  describedBy: string
  isInvalid: boolean
  disabled: boolean
  onChange: (drawn: Drawing | undefined) => void
}

/** A field to draw a signature in with a finger, a mouse or a pen. It is paper in both color schemes. */
function DrawingPad({ describedBy, isInvalid, disabled, onChange }: DrawingPadProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad>(null)
  const [isEmpty, setEmpty] = useState(true)
  const report = useEffectEvent(() => {
    const made = pad.current
    const field = canvas.current
    if (!made || !field) return
    setEmpty(made.isEmpty())
    onChange(drawingFrom(made.toData(), field.clientWidth, field.clientHeight))
  })

  useEffect(() => {
    const field = canvas.current!
    const made = new SignaturePad(field, { penColor: ink, minWidth: 1, maxWidth: 2.5 })
    pad.current = made
    let width = 0
    /** As many pixels as the screen has. What was drawn keeps its place when the device is turned. */
    function fit() {
      // Hidden while a name is typed.
      if (field.clientWidth === 0) return
      const drawn = made.toData()
      const former = width
      width = field.clientWidth
      const ratio = Math.max(1, devicePixelRatio)
      field.width = width * ratio
      field.height = field.clientHeight * ratio
      field.getContext('2d')?.scale(ratio, ratio)
      const scale = former > 0 ? width / former : 1
      const moved = drawn.map((stroke) => ({
        ...stroke,
        points: stroke.points.map((point) => ({ ...point, x: point.x * scale, y: point.y })),
      }))
      made.fromData(moved)
      report()
    }
    const watch = new ResizeObserver(fit)
    watch.observe(field)
    made.addEventListener('endStroke', report)
    return () => {
      watch.disconnect()
      made.off()
    }
  }, [])

  useEffect(() => {
    if (disabled) pad.current?.off()
    else pad.current?.on()
  }, [disabled])

  function change(next: (made: SignaturePad) => void) {
    if (pad.current) next(pad.current)
    report()
  }

  return (
    <div className="grid gap-2">
      {/* Around the canvas, whose border would move the ink away from the pen. */}
      <div
        data-invalid={isInvalid || undefined}
        className="overflow-hidden rounded-control border-2 border-edge bg-white data-[invalid]:border-bad"
      >
        <canvas
          ref={canvas}
          role="img"
          aria-label={isEmpty ? 'Field for the signature, empty' : 'Field for the signature, drawn in'}
          aria-describedby={describedBy}
          className="block h-48 w-full touch-none"
        />
      </div>
      <div className="flex gap-2">
        <SmallButton
          disabled={isEmpty || disabled}
          onClick={() => change((made) => made.fromData(made.toData().slice(0, -1)))}
        >
          <Undo2 className="size-4" />
          Undo
        </SmallButton>
        <SmallButton disabled={isEmpty || disabled} onClick={() => change((made) => made.clear())}>
          <Eraser className="size-4" />
          Clear
        </SmallButton>
      </div>
    </div>
  )
}

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
          onValue={onTyped}
        />
      )}
    </fieldset>
  )
}
