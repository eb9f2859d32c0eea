import { statfsSync } from 'node:fs'
import { isDevelopment, optionsOf } from '@app/containers/compose-project'
import { docker } from '@app/containers/docker'
import { root } from '@app/installer/checkout'
import type { Context } from '../context'
import { askGit } from './programs'

const gigabyte = 1024 ** 3
/** New images next to the old ones, and a backup. */
const neededGigabytes = 3

/** Everything that keeps an update from starting, each with its remedy. Nothing has changed by then. */
export async function errorsBefore(context: Context, target: string | undefined): Promise<string[]> {
  const options = optionsOf(context)
  if (isDevelopment(options))
    return ['This checkout runs the development product (COMPOSE_FILE in .env). There: git pull && make up']
  if (!(await docker.available(context.environment))) return ['No Docker engine with Compose 2 answers.']
  const replicas = await docker.replicas(options)
  const unready = replicas.filter(({ ready }) => !ready)
  const changed = askGit('status', '--porcelain', '--untracked-files=no')
  const { bavail, bsize } = statfsSync(root)
  return [
    ...(askGit('rev-parse', 'HEAD') ? [] : ['This folder is no git checkout, so no other version can be checked out.']),
    ...(target ? [] : ['No such version. `git tag` lists those that this checkout knows, after `git fetch --tags`.']),
    ...(changed ? [`Files of the checkout are changed: commit them, or \`git stash\`:\n${changed}`] : []),
    ...(replicas.length > 0 ? [] : ['Nothing runs. `docker compose up -d --wait` starts this version.']),
    ...unready.map(({ service, status }) => `${service} is ${status}: \`docker compose logs ${service}\` may say why.`),
    ...(target ? newMajors(composeAt('HEAD'), composeAt(target)) : []),
    ...((bavail * bsize) / gigabyte < neededGigabytes
      ? [`Less than ${neededGigabytes} GB are free: \`docker system prune\` removes images that nothing uses.`]
      : []),
  ]
}

const composeAt = (commit: string) => askGit('show', `${commit}:docker-compose.yml`) ?? ''

const majorsIn = (file: string) =>
  new Map(Array.from(file.matchAll(/^ *image: (mongo|redis):(\d+)/gm), ([, name = '', major = '']) => [name, major]))

/** Databases of another major version, from two docker-compose.yml: their data may need steps that no update can take back. */
export function newMajors(from: string, to: string): string[] {
  const before = majorsIn(from)
  return [...majorsIn(to)].flatMap(([name, major]) => {
    const former = before.get(name)
    if (!former || former === major) return []
    return [`${name} ${major} would replace ${name} ${former}: see "A new major version" in deploy/databases.md first.`]
  })
}

/** Entries of a changelog that say what cannot be undone, each in one line however it is wrapped. */
export const oneWayLines = (changelog: string): string[] =>
  changelog
    .replace(/\n {2,}/g, ' ')
    .split('\n')
    .filter((line) => line.startsWith('- One-way: '))

/** Lines of the changelog that say what cannot be undone, as far as `from` has them and `to` has not. */
export function oneWayBetween(from: string, to: string): string[] {
  const linesIn = (commit: string) => oneWayLines(askGit('show', `${commit}:CHANGELOG.md`) ?? '')
  const known = linesIn(to)
  return linesIn(from).filter((line) => !known.includes(line))
}
