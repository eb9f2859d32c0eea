import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Machine } from '@app/installer/machine'
import { ensurePrograms } from '@app/installer/system-packages'
import type { Variables } from '@app/secrets/env-file'
import { chooseMongo, type MongoChoice } from './choose-mongo'
import type { Layout } from './layout'
import { mongoProviders } from './mongo-providers'
import { nginxProgram } from './nginx'
import { redisProgram } from './redis'
import { buildWeb, webDist } from './web-build'

type PreparationOptions = {
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

export type Preparations = ReturnType<typeof startPreparations>

/** Starts everything the processes need in parallel: programs, a MongoDB server, the web build. */
export function startPreparations(options: PreparationOptions) {
  const { layout, machine, log, signal } = options
  const wants = (name: string) => options.only?.includes(name) ?? true
  const wanted = [...(wants('redis') ? [redisProgram] : []), ...(wants('nginx') ? [nginxProgram] : [])]
  const programs = ensurePrograms(wanted, machine, log)

  async function findMongo(): Promise<MongoChoice> {
    const choice = await chooseMongo(mongoProviders(options), (id) => existsSync(join(layout.dataDir, 'mongo', id)))
    options.onDatabase(choice)
    return choice
  }

  async function findPages(): Promise<string> {
    if (options.webDist || !wants('nginx')) return options.webDist ?? ''
    // Vite serves the pages; nginx only the API.
    if (options.watch) return existsSync(webDist) ? webDist : layout.folder('nginx', 'no-pages')
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
