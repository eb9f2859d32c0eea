import { seconds } from '@app/contracts/durations'

/** The time for which a job of a person runs at full speed. */
const fullSpeedMs = seconds(2)
const restFactor = 2
const maxRestMs = seconds(1)

/** The rests of a job between its chunks: a long one of a person leaves most of the database to others. */
export function chunkRest(
  isOfPerson: boolean,
  { now, sleep } = { now: () => performance.now(), sleep: (ms: number) => Bun.sleep(ms) },
) {
  const startedAt = now()
  let begunAt = startedAt
  return {
    /** Rests in proportion to the chunk before. */
    async begin(): Promise<void> {
      const isLong = isOfPerson && now() - startedAt > fullSpeedMs
      if (isLong) await sleep(Math.min((now() - begunAt) * restFactor, maxRestMs))
      begunAt = now()
    },
  }
}
