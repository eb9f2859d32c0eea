import { hours } from '@app/contracts/durations'

/** Time in milliseconds, and a value. */
export type Point = readonly [at: number, value: number]

/** The least-squares slope through the points, per hour, with its standard error; both are NaN for fewer than three points. */
export function slopeOf(points: readonly Point[]): { perHour: number; error: number } {
  const count = points.length
  const mean = (of: (point: Point) => number) => points.reduce((sum, point) => sum + of(point), 0) / count
  const [at, value] = [mean(([at]) => at), mean(([, value]) => value)]
  const spread = points.reduce((sum, [x]) => sum + (x - at) ** 2, 0)
  const slope = points.reduce((sum, [x, y]) => sum + (x - at) * (y - value), 0) / spread
  const residual = points.reduce((sum, [x, y]) => sum + (y - value - slope * (x - at)) ** 2, 0)
  const error = Math.sqrt(residual / (count - 2) / spread)
  return { perHour: slope * hours(1), error: error * hours(1) }
}
