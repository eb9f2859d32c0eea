import { setTimeout as pause } from 'node:timers/promises'
import type { Audit } from '@app/audit'
import { seconds } from '@app/contracts/durations'
import { countIn } from '@app/contracts/erasures'
import { inquiryTable } from '@app/contracts/inquiries'
import { decodeText } from '../imports/decode-text'
import type { ErasureStore, StoredErasure } from '../models/erasure-store'
import type { ImportStore } from '../models/import-store'
import { type PersonRecords, personTables } from '../models/person-records'

const maxPasses = 10

type Deps = {
  erasures: Pick<ErasureStore, 'take' | 'add' | 'complete' | 'all'>
  persons: PersonRecords
  imports: Pick<ImportStore, 'erase'>
  audit: Pick<Audit, 'append'>
}

/**
 * Carries out the erasures that forms has requested. Writes that began before usually end within the pause between two passes; a
 * later one finds the erasure and undoes itself.
 */
export function addressEraser({ erasures, persons, imports, audit }: Deps, pauseMs = seconds(0.3)) {
  let round: Promise<void> | undefined

  async function erase(erasure: StoredErasure, address: string): Promise<void> {
    const records = new Set(erasure.records)
    for (let pass = 0; pass < maxPasses; pass++) {
      if (pass > 0) await pause(pauseMs)
      const found = await persons.of(address)
      for (const record of found) records.add(record)
      await erasures.add(erasure, found)
      await persons.remove([...records])
      await persons.forget(address)
      if (pass > 0 && found.length === 0) break
    }
    await imports.erase(personTables, (file) => decodeText(file).toLowerCase().includes(address))
    const removed = { records: [...records] }
    const about = { step: 'done', deleted: countIn(removed, inquiryTable), students: countIn(removed, 'students') }
    const ref = `erasure/${erasure._id.toHexString()}`
    await audit.append({ actor: erasure.actor ?? null, action: 'erase', table: inquiryTable, about, ref })
    await erasures.complete(erasure)
  }

  async function eraseAll(): Promise<void> {
    for (let next = await erasures.take(); next; next = await erasures.take())
      if (next.address !== undefined) await erase(next, next.address)
  }

  return {
    /** Carries out what is requested; a call during that time joins it. */
    run(): Promise<void> {
      round ??= eraseAll().finally(() => {
        round = undefined
      })
      return round
    },

    /** Repeats the erasures of the last day: a write that a crash interrupted may have restored what they removed. */
    async repeat(): Promise<void> {
      for (const { records } of await erasures.all()) await persons.remove(records)
    },
  }
}
