import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Variables } from './env-file'
import type { Layout } from './layout'
import type { Machine } from './machine'
import { chooseMongo, type MongoChoice } from './mongo-chain'
import { mongoWays } from './mongo-ways'
import { nginxProgram } from './nginx'
import { redisProgram } from './redis'
import { ensurePrograms } from './system-packages'
import { buildWeb, webDist } from './web-build'

type Needs = {
  layout: Layout
  machine: Machine
  given: Variables
  log: (line: string) => void
  signal: AbortSignal
  webDist?: string | undefined
  watch?: boolean
  only?: readonly string[]
  onDatabase(choice: MongoChoice): void
}

export type Preparations = ReturnType<typeof prepareParts>

/** Begins at once, and all at the same time, with what the parts need before they can start. */
export function prepareParts(needs: Needs) {
  const { layout, machine, log, signal } = needs
  const wants = (part: string) => needs.only?.includes(part) ?? true
  const wanted = [...(wants('redis') ? [redisProgram] : []), ...(wants('nginx') ? [nginxProgram] : [])]
  const programs = ensurePrograms(wanted, machine, log)

  async function findMongo(): Promise<MongoChoice> {
    const choice = await chooseMongo(mongoWays(needs), (id) => existsSync(join(layout.dataDir, 'mongo', id)))
    needs.onDatabase(choice)
    return choice
  }

  async function findPages(): Promise<string> {
    if (needs.webDist || !wants('nginx')) return needs.webDist ?? ''
    // Vite stands in front then; nginx is there for the API.
    if (needs.watch) return existsSync(webDist) ? webDist : layout.folder('nginx', 'no-pages')
    const began = performance.now()
    const outcome = await buildWeb(machine, signal)
    log(`${'web pages'.padEnd(13)} ${outcome} ${((performance.now() - began) / 1_000).toFixed(1).padStart(5)} s`)
    return webDist
  }

  const mongo = findMongo()
  const pages = findPages()
  const settled = Promise.allSettled([programs, mongo, pages])
  return {
    programs: () => programs,
    mongo: () => mongo,
    pages: () => pages,
    settled: () => settled,
  }
}
