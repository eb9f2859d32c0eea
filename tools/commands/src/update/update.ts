import { join } from 'node:path'
import { releaseOf } from '@app/containers/compose-project'
import { root } from '@app/installer/checkout'
import { withLock } from '@app/installer/file-lock'
import { messageOf } from '@app/installer/message-of'
import { readEnvFile } from '@app/secrets/env-file'
import { type Context, isOn } from '../context'
import { errorsBefore, oneWayBetween } from './preflight'
import { askGit } from './programs'
import {
  completeUpdate,
  forgetUnfinished,
  lastUpdate,
  saveUnfinished,
  type Update,
  unfinishedUpdate,
  type Version,
} from './state'
import { steps, undo } from './steps'

/** The newest version by its tag, or where nothing is tagged the newest commit of the remote branch. */
function newestVersion(): string | undefined {
  const [newest] = (askGit('tag', '--list', 'v*', '--sort=-v:refname') ?? '').split('\n').filter(Boolean)
  return newest ?? (askGit('rev-parse', '--verify', 'origin/HEAD') && 'origin/HEAD')
}

const commitOf = (name: string | undefined) => name && askGit('rev-parse', '--verify', '--quiet', `${name}^{commit}`)

const here = ({ envFile }: Context): Version => ({
  commit: askGit('rev-parse', 'HEAD') ?? '',
  release: releaseOf(root),
  images: readEnvFile(envFile)['VERSION'] ?? '',
})

function versionAt(commit: string): Version {
  const release = askGit('describe', '--tags', '--always', commit) ?? commit
  return { commit, release, images: release }
}

function refuse(context: Context, what: string, errors: readonly string[]): number {
  context.write(
    `${what} has not started, and nothing has changed:\n${errors.map((error) => `  - ${error}`).join('\n')}`,
  )
  return 1
}

/** Runs the steps that are left. A step that fails undoes all of them; one that is interrupted leaves them for the next run. */
async function runSteps(context: Context, update: Update): Promise<number> {
  const { write } = context
  let interrupted = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      interrupted = true
    })
  const left = steps.filter(({ name }) => !update.done.includes(name))
  for (const [at, step] of left.entries()) {
    if (interrupted) break
    write(`${steps.length - left.length + at + 1}/${steps.length} ${step.title}`)
    try {
      await step.run(context, update)
      update.done.push(step.name)
      saveUnfinished(context, update)
    } catch (error) {
      if (interrupted) break
      write(messageOf(error))
      await undoUpdate(context, update, step.name)
      return 1
    }
  }
  if (interrupted) {
    write(
      update.kind === 'update'
        ? `\nInterrupted. \`make update\` continues to ${update.to.release}; \`make roll-back\` returns to ${update.from.release}.`
        : `\nInterrupted. \`make roll-back\` continues to ${update.to.release}.`,
    )
    return 130
  }
  completeUpdate(context, update)
  write(
    `${update.to.release} runs.${update.kind === 'update' ? ` Return to ${update.from.release} with: make roll-back` : ''}`,
  )
  return 0
}

async function undoUpdate(context: Context, update: Update, failed: string): Promise<number> {
  const { write } = context
  write(`Undoing: ${update.from.release} is brought back.`)
  try {
    await undo(context, update, failed)
  } catch (error) {
    write(
      `${messageOf(error)}\nIt could not be brought back completely. \`make status\` shows what runs; \`make roll-back\` tries again.`,
    )
    return 1
  }
  forgetUnfinished(context)
  write(`${update.from.release} runs as before.`)
  return 0
}

async function updateLocked({ context, wanted }: Call): Promise<number> {
  const last = unfinishedUpdate(context)
  if (last) {
    if (last.kind === 'roll-back')
      return refuse(context, 'The update', [
        `The roll back to ${last.to.release} is unfinished: \`make roll-back\` continues it.`,
      ])
    if (wanted && commitOf(wanted) !== last.to.commit)
      return refuse(context, 'The update', [
        `An update to ${last.to.release} is unfinished: \`make update\` continues it, \`make roll-back\` undoes it.`,
      ])
    context.write(`Continuing the update from ${last.from.release} to ${last.to.release}.`)
    return runSteps(context, last)
  }
  const fetched = !askGit('remote') || askGit('fetch', '--quiet', '--tags') !== undefined
  const commit = commitOf(wanted || newestVersion())
  const errors = [
    ...(await errorsBefore(context, commit)),
    ...(fetched || commit ? [] : ['`git fetch --tags` fails, so new versions are not known here.']),
  ]
  if (errors.length > 0 || !commit) return refuse(context, 'The update', errors)
  const from = here(context)
  const to = versionAt(commit)
  if (from.commit === commit && from.images === to.images) {
    context.write(`${to.release} is checked out and runs already.`)
    return 0
  }
  context.write(`Updating from ${from.release} to ${to.release}.`)
  for (const line of oneWayBetween(commit, from.commit)) context.write(line.replace(/^- /, ''))
  const update: Update = { kind: 'update', from, to, done: [] }
  saveUnfinished(context, update)
  return runSteps(context, update)
}

async function rollBackLocked({ context, force }: Call): Promise<number> {
  const unfinished = unfinishedUpdate(context)
  if (unfinished?.kind === 'roll-back') return runSteps(context, unfinished)
  if (unfinished) return undoUpdate(context, unfinished, steps[unfinished.done.length]?.name ?? '')
  const last = lastUpdate(context)
  if (last?.kind !== 'update')
    return refuse(context, 'The roll back', [
      'There is no update to take back. `make update VERSION=...` goes to any version, an older one, too.',
    ])
  const oneWay = force ? [] : oneWayBetween(last.to.commit, last.from.commit)
  const errors = [
    ...(await errorsBefore(context, last.from.commit)),
    ...oneWay.map((line) => `${line.replace(/^- /, '')} FORCE=1 rolls back nevertheless.`),
  ]
  if (errors.length > 0) return refuse(context, 'The roll back', errors)
  context.write(`Rolling back from ${last.to.release} to ${last.from.release}.`)
  const update: Update = { kind: 'roll-back', from: last.to, to: last.from, done: [] }
  saveUnfinished(context, update)
  return runSteps(context, update)
}

/** `make` passes its variables on, and to Compose a VERSION there would count more than the one in the env file. */
const notPassedOn = ['VERSION', 'FORCE', 'MAKEFLAGS', 'MAKEOVERRIDES', 'MFLAGS']

type Call = { context: Context; wanted: string | undefined; force: boolean }

function locked(given: Context, work: (call: Call) => Promise<number>): Promise<number> {
  const { VERSION: wanted, FORCE } = given.environment
  const passed = Object.entries(given.environment).filter(([name]) => !notPassedOn.includes(name))
  const context = { ...given, environment: Object.fromEntries(passed) }
  const force = isOn(FORCE)
  return withLock(join(given.layout.dataDir, 'update.lock'), () => work({ context, wanted, force }))
}

/** Updates the running product to VERSION, or the newest one, step by step; undone when a step fails. */
export const update = (context: Context) => locked(context, updateLocked)

/** Returns to the version before the last update, or undoes one that is unfinished. */
export const rollBack = (context: Context) => locked(context, rollBackLocked)
