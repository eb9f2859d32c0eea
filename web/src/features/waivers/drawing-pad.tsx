import { type Drawing, isDrawn, maxDrawingLength } from '@app/contracts/waivers'
import { Eraser, Undo2 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import SignaturePad from 'signature_pad'
import { Button } from '#ui/button'

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

type Props = {
  describedBy: string
  isInvalid: boolean
  disabled: boolean
  onChange: (drawn: Drawing | undefined) => void
}

/** A field to draw a signature in with a finger, a mouse or a pen. It is paper in both color schemes. */
export function DrawingPad({ describedBy, isInvalid, disabled, onChange }: Props) {
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
        <Button
          size="small"
          variant="outline"
          disabled={isEmpty || disabled}
          onClick={() => change((made) => made.fromData(made.toData().slice(0, -1)))}
        >
          <Undo2 className="size-4" />
          Undo
        </Button>
        <Button
          size="small"
          variant="outline"
          disabled={isEmpty || disabled}
          onClick={() => change((made) => made.clear())}
        >
          <Eraser className="size-4" />
          Clear
        </Button>
      </div>
    </div>
  )
}
