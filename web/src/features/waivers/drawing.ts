import { type Drawing, isDrawn, maxDrawingLength } from '@app/contracts/waivers'

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
