import { conflict } from '@app/contracts/errors'
import { isEnded, type Job as WireJob } from '@app/contracts/jobs'
import type { Samples } from '@app/contracts/setup'
import { type Actor, changesLane, derivedId, type Job, toWire } from '@app/jobs'
import type { Context } from '../context'
import type { SampleToRemove } from './remove-samples-job'
import type { SampleStore } from './sample-store'

type SampleDeps = Pick<Context, 'jobs' | 'runner'> & { samples: SampleStore }

/** The sample records that a new installation may begin with: what is left of them, and their removal. */
export function sampleActions({ samples, jobs, runner }: SampleDeps) {
  const toRunning = (job: Job): WireJob => toWire(job, { undoneBy: undefined, canUndo: runner.canUndo(job) })

  /** The removal that is under way, or the id of the next one: two requests at once begin one job. */
  async function nextJob(): Promise<{ id: string; running: Job | undefined }> {
    for (let n = 0; ; n++) {
      const id = derivedId(`remove-samples/${n}`)
      const earlier = await jobs.find(id)
      if (!earlier || !isEnded(earlier)) return { id, running: earlier }
    }
  }

  /** @throws AppError `conflict` when the list that the choice was made from is out of date */
  async function chosen(changed: readonly string[]): Promise<SampleToRemove[]> {
    const wanted = new Set(changed)
    const all = (await samples.list()).flatMap(({ schema, samples: ofTable }) =>
      ofTable
        .filter(({ id, isChanged }) => !isChanged || wanted.delete(id))
        .map(({ table, id, version, label, isChanged }) => ({
          table,
          id,
          version,
          // Texts of people are not repeated in a job.
          name: isChanged ? (schema.singular ?? schema.name) : label,
        })),
    )
    if (wanted.size > 0) throw conflict('The sample records have changed meanwhile. Please look again.')
    if (all.length === 0) throw conflict('There are no sample records to remove.')
    return all
  }

  return {
    async list(): Promise<Samples> {
      const tables = await samples.list()
      return {
        tables: tables.map(({ schema, samples: ofTable }) => ({
          table: schema.name,
          title: schema.title ?? schema.name,
          records: ofTable.map(({ id, label, isChanged }) => ({ id, label, isChanged })),
        })),
      }
    },

    async remove(actor: Actor, changed: readonly string[]): Promise<WireJob> {
      const next = await nextJob()
      if (next.running) return toRunning(next.running)
      const toRemove = await chosen(changed)
      const job = {
        id: next.id,
        kind: 'remove-samples',
        table: null,
        actor,
        right: 'admin' as const,
        input: { samples: toRemove },
        total: toRemove.length,
        lane: changesLane(actor),
      }
      const begun = await runner.begin(job, { action: 'batch', about: { delete: toRemove.length, samples: true } })
      return toRunning(begun ?? (await jobs.find(next.id))!)
    },
  }
}
