import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Stack, type StackOptions, startStack } from '@app/local-stack'
import { builtPrograms } from '../support/built-programs'

/** A product with data of its own and blank pages: what is measured are its services. Its end takes the data with it. */
export async function startProduct(
  env: NonNullable<StackOptions['env']>,
  log?: StackOptions['log'],
): Promise<Stack & { folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'archery-load-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    for (const page of ['index.html', 'app.html']) writeFileSync(join(folder, page), '<!doctype html>')
    const programs = await builtPrograms()
    const stack = await startStack({
      dataDir: join(folder, 'stack'),
      webDist: folder,
      programs,
      env,
      ...(log && { log }),
    })
    return { ...stack, folder, stop: () => stack.stop().finally(remove) }
  } catch (error) {
    remove()
    throw error
  }
}
