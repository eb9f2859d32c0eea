import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '@app/secrets/env-file'
import * as v from 'valibot'
import type { Context } from '../context'

const version = v.object({
  /** The commit that is checked out. */
  commit: v.string(),
  /** Its name, for people and for new images. */
  release: v.string(),
  /** VERSION in the env file: the tag of the images. Empty where it was not set. */
  images: v.string(),
})
export type Version = v.InferOutput<typeof version>

const update = v.object({
  kind: v.picklist(['update', 'roll-back']),
  from: version,
  to: version,
  /** Steps that are complete, so that the next run continues after them. */
  done: v.array(v.string()),
})
export type Update = v.InferOutput<typeof update>

const fileOf = ({ layout }: Context, name: string) => join(layout.dataDir, `${name}.json`)

function read(context: Context, name: string): Update | undefined {
  const file = fileOf(context, name)
  return existsSync(file) ? v.parse(update, JSON.parse(readFileSync(file, 'utf8'))) : undefined
}
const write = (context: Context, name: string, state: Update) =>
  replaceFile(fileOf(context, name), `${JSON.stringify(state, null, 2)}\n`)

/** The update, or roll back, that has begun and neither ended nor was undone. */
export const unfinishedUpdate = (context: Context) => read(context, 'update-unfinished')
export const saveUnfinished = (context: Context, state: Update) => write(context, 'update-unfinished', state)
export const forgetUnfinished = (context: Context) => rmSync(fileOf(context, 'update-unfinished'), { force: true })

/** The last update, or roll back, that is complete. */
export const lastUpdate = (context: Context) => read(context, 'update-last')

export function completeUpdate(context: Context, state: Update): void {
  write(context, 'update-last', state)
  forgetUnfinished(context)
}
