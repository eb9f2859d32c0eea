import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { optionsOf } from '@app/containers/compose-project'
import { docker } from '@app/containers/docker'
import { root } from '@app/installer/checkout'
import { addToEnvFile, changeInEnvFile, readEnvFile } from '@app/secrets/env-file'
import * as v from 'valibot'
import { writers } from '../archive-tool'
import type { Context } from '../context'
import { sumOf } from '../status/metrics'
import { versionRow } from '../status/rows'
import { bringOthers } from './bring-others'
import { compose, git, runQuietly } from './programs'
import type { Update, Version } from './state'
import { errorsOfSite } from './verify'

const answer = v.object({ reads: v.array(v.object({ path: v.string(), status: v.number() })) })

/**
 * Data that a service could not read, one line each, from its answer to `/selfcheck` as it came over the network.
 * A version from before that path, which answers 404, has nothing to say.
 */
export function readErrors(text: string): string[] {
  const [head = '', ...body] = text.split('\r\n\r\n')
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1]
  if (status === '404') return []
  if (status !== '200' && status !== '503') return [`it does not answer (${status ?? 'no status'})`]
  const json = /\{[\s\S]*\}/.exec(body.join('\r\n\r\n'))?.[0] ?? ''
  const { reads } = v.parse(answer, JSON.parse(json))
  return reads.flatMap(({ path, status }) => (status < 300 ? [] : [`${path}: HTTP ${status}`]))
}

/** Read before another version is checked out: its own may be the one that fails. */
const rollingUpdate = readFileSync(join(root, 'deploy/rolling-update.sh'), 'utf8')
const defaultCanarySeconds = 15
const rehearsalTimeoutMs = 120_000
/** Fewer failures than this happen while everything is well. */
const toleratedFailures = 3

/**
 * Which of the stored images (`repository:tag`) are the product's, of a version other than `kept`.
 *
 * @param repositories those that the product's images are in
 * @param kept tags: the version that runs, and the one that a roll back returns to
 */
export function earlierImages(
  stored: readonly string[],
  repositories: readonly string[],
  kept: readonly string[],
): string[] {
  return stored.filter((image) => {
    const end = image.lastIndexOf(':')
    const repository = image.slice(0, end)
    const tag = image.slice(end + 1)
    return repositories.includes(repository) && tag !== '<none>' && !kept.includes(tag)
  })
}

export type Step = { name: string; title: string; run(context: Context, update: Update): Promise<void> }

const roll = (context: Context, ...services: string[]) =>
  runQuietly(context, ['bash', '-c', rollingUpdate, 'rolling-update', ...services], {
    shown: `deploy/rolling-update.sh ${services.join(' ')}`,
    // They are a step of their own, and no right is taken away before MongoDB starts again.
    env: { ONLY_CHANGED: '1', RIGHTS_ADDED: '1' },
  })

/** Checks a version out and writes what belongs to it into the env file and the secrets. */
export async function switchTo(context: Context, { commit, images }: Version): Promise<void> {
  await git(context, 'checkout', '--quiet', '--detach', commit)
  const entry = { name: 'VERSION', value: images, about: 'The tag of the images; written by `make update`' }
  if (readEnvFile(context.envFile)['VERSION'] === undefined) addToEnvFile(context.envFile, [entry])
  else changeInEnvFile(context.envFile, { VERSION: images })
  await runQuietly(context, ['make', '--silent', 'secrets'])
}

type Config = { services: Record<string, { image: string; build?: object }> }
const configOf = async (context: Context) =>
  JSON.parse(await compose(context, '--profile', 'backup', 'config', '--format', 'json')) as Config

/** Images from a registry are pulled; others are built, unless they are still there. */
async function bringImages(context: Context): Promise<void> {
  const all = Object.entries((await configOf(context)).services)
  const own = all.filter(([, { build }]) => build)
  const names = own.map(([name]) => name)
  const images = own.map(([, { image }]) => image)
  // Those of databases and watchers: none of them is replaced while its image is still on the way.
  const others = all.filter(([, { image }]) => !images.includes(image)).map(([name]) => name)
  await compose(context, 'pull', '--quiet', '--policy', 'missing', ...others)
  const { IMAGES = '' } = readEnvFile(context.envFile)
  if (IMAGES.includes('/')) {
    await compose(context, '--profile', 'backup', 'pull', '--quiet', ...names)
    return
  }
  const areHere = await runQuietly(context, ['docker', 'image', 'inspect', ...images]).then(
    () => true,
    () => false,
  )
  if (!areHere) await compose(context, '--profile', 'backup', 'build', '--quiet', ...names)
}

/** The 5xx responses and all responses of one replica since its start. */
async function responsesOf(context: Context, id: string) {
  const text = (await docker.metricsIn(id, context.environment)) ?? ''
  const name = 'http_request_duration_seconds_count'
  return { failed: sumOf(text, name, 'status="5'), all: sumOf(text, name) }
}

/** The containers of a service, the oldest first. */
const containersOf = async (context: Context, service: string) =>
  (await compose(context, 'ps', '-aq', service)).split('\n').filter(Boolean)

/** @throws when a replica that started during the update restarts or fails many of its requests */
async function requireHealthy(context: Context, service: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const restarts = await runQuietly(context, ['docker', 'inspect', '--format', '{{.RestartCount}}', id])
    if (Number(restarts) > 0) throw new Error(`A new replica of ${service} has restarted ${restarts} times.`)
    const { failed, all } = await responsesOf(context, id)
    if (failed > toleratedFailures && failed > 0.05 * all)
      throw new Error(`A new replica of ${service} has failed ${failed} of ${all} requests.`)
  }
}

/** Starts one more replica of a service. @throws with the end of its log when it does not become healthy */
async function startOne(context: Context, service: string): Promise<string[]> {
  const before = await containersOf(context, service)
  const added = async () => (await containersOf(context, service)).filter((id) => !before.includes(id))
  try {
    const flags = ['-d', '--no-deps', '--no-recreate', '--no-build', '--wait', '--wait-timeout', '120']
    await compose(context, 'up', ...flags, '--scale', `${service}=${before.length + 1}`, service)
  } catch (error) {
    const [id = ''] = await added()
    const log = await runQuietly(context, ['bash', '-c', 'docker logs --tail 5 "$1" 2>&1', 'logs', id]).catch(() => '')
    throw new Error(`The new replica of ${service} does not become healthy. Its log ends with:\n${log}`, {
      cause: error,
    })
  }
  return added()
}

/** Services whose data people see. */
const readers = ['auth', 'forms', 'admin-tables']

/**
 * Starts the new version of each service beside the others, where no request is sent to it, and lets it read the school's data as an
 * admin does. It is removed afterwards. @throws with what it could not read
 */
async function rehearse(context: Context, { to }: Update): Promise<void> {
  for (const service of readers) {
    const name = `${service}-rehearsal-${to.images}`.replaceAll(/[^\w.-]/g, '-')
    const remove = () => runQuietly(context, ['docker', 'rm', '--force', name]).catch(() => {})
    await remove()
    try {
      await compose(context, 'run', '--detach', '--no-deps', '--name', name, service)
      await untilHealthy(context, name)
      const errors = readErrors((await docker.selfCheckIn(name, context.environment)) ?? '')
      if (errors.length > 0)
        throw new Error(
          `The new version of ${service} cannot read what is stored:\n${errors.map((one) => `  - ${one}`).join('\n')}`,
        )
    } finally {
      await remove()
    }
  }
}

/** @throws with the end of its log when the container ends, or is not healthy in time */
async function untilHealthy(context: Context, container: string): Promise<void> {
  const end = Date.now() + rehearsalTimeoutMs
  const format = '{{.State.Running}} {{if .State.Health}}{{.State.Health.Status}}{{end}}'
  let state = 'true'
  while (state.startsWith('true') && Date.now() < end) {
    state = await runQuietly(context, ['docker', 'inspect', '--format', format, container])
    if (state === 'true healthy') return
    await Bun.sleep(500)
  }
  const log = await runQuietly(context, ['bash', '-c', 'docker logs --tail 5 "$1" 2>&1', 'logs', container])
  throw new Error(`The new version does not become healthy (${container}). Its log ends with:\n${log}`)
}

/** One new replica of each service takes its share of the requests for a while. */
async function startCanaries(context: Context, { to }: Update): Promise<void> {
  const canaries: [string, string[]][] = []
  const running = await docker.replicas(optionsOf(context))
  for (const service of writers) {
    // An interrupted run has started it.
    if (running.some((one) => one.service === service && one.ready && one.version === to.release)) continue
    canaries.push([service, await startOne(context, service)])
  }
  const { CANARY_SECONDS } = context.environment
  await Bun.sleep(1_000 * Number(CANARY_SECONDS || defaultCanarySeconds))
  for (const [service, ids] of canaries) await requireHealthy(context, service, ids)
}

async function verify(context: Context): Promise<void> {
  for (const service of writers) await requireHealthy(context, service, await containersOf(context, service))
  const { text, attention } = versionRow(await docker.replicas(optionsOf(context)))
  const errors = [
    ...(attention ? [`several versions run: ${text}`] : []),
    ...(await errorsOfSite(context, readEnvFile(context.envFile))),
  ]
  if (errors.length > 0)
    throw new Error(`The site does not do what it should:\n${errors.map((one) => `  - ${one}`).join('\n')}`)
}

/** Removes the images of earlier versions: this one's stay, and those that a roll back needs. What a container uses stays as well. */
async function pruneImages(context: Context, { from, to }: Update): Promise<void> {
  const own = Object.values((await configOf(context)).services).filter(({ build }) => build)
  const repositories = own.map(({ image }) => image.slice(0, image.lastIndexOf(':')))
  // That of deploy/tools.sh, which names it by the release.
  const tools = repositories.slice(0, 1).map((one) => posix.join(posix.dirname(one), 'tools'))
  const list = ['image', 'ls', '--format', '{{.Repository}}:{{.Tag}}']
  const stored = (await runQuietly(context, ['docker', ...list])).split('\n')
  const kept = [from.images || 'latest', from.release, to.images]
  for (const image of earlierImages(stored, [...repositories, ...tools], kept))
    await runQuietly(context, ['docker', 'image', 'rm', image]).catch(() => {})
}

/** Images that stay are no reason to take a version back that runs well. */
const pruneIfPossible = (context: Context, update: Update) =>
  pruneImages(context, update).catch((error: Error) => context.write(`They stay: ${error.message}`))

const backUp: Step = {
  name: 'backup',
  title: 'Back up (make backup)',
  run: async (context) => void (await runQuietly(context, ['make', '--silent', 'backup'])),
}

/** The steps after the preflight, in their order. The ones from `checkout` on are undone when a later one fails. */
export const steps: readonly Step[] = [
  backUp,
  {
    name: 'checkout',
    title: 'Check the version out, and write its secrets',
    run: (context, { to }) => switchTo(context, to),
  },
  { name: 'images', title: 'Build or pull the images', run: bringImages },
  {
    name: 'rights',
    title: 'Add the rights on the databases that are new',
    run: async (context) => void (await runQuietly(context, ['bash', 'deploy/database-rights.sh'])),
  },
  { name: 'rehearsal', title: 'Let the new version read what is stored, without visitors', run: rehearse },
  { name: 'canary', title: 'Start one new replica of each service, and watch it', run: startCanaries },
  ...writers.map((service) => ({
    name: service,
    title: `Replace the replicas of ${service}`,
    run: async (context: Context) => void (await roll(context, service)),
  })),
  { name: 'edge', title: 'Replace nginx', run: async (context) => void (await roll(context, 'nginx')) },
  {
    name: 'others',
    title: 'Bring databases and the other services to this version',
    run: (context) => bringOthers(context),
  },
  { name: 'verify', title: 'Verify page, list, sign-in and an inquiry up to the mail server', run: verify },
  { name: 'prune', title: 'Remove the images of earlier versions', run: pruneIfPossible },
]

/** Brings the version before back: new replicas end only after old ones are there. */
export async function undo(context: Context, { from, done }: Update, failed: string): Promise<void> {
  const touched = [...done, failed]
  if (!touched.includes('checkout')) return
  await switchTo(context, from)
  const services = touched.includes('canary') ? [...writers] : []
  if (touched.includes('edge')) services.push('nginx')
  if (services.length > 0) await roll(context, ...services)
  if (touched.includes('others')) await bringOthers(context)
}
