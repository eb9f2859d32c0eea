import { renameSync, writeFileSync } from 'node:fs'

/** Replaces a file in one step, so that nobody ever reads half of it. */
export function writeWhole(path: string, content: string, mode = 0o600): void {
  const draft = `${path}.${process.pid}.part`
  writeFileSync(draft, content, { mode })
  renameSync(draft, path)
}
