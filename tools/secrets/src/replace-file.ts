import { renameSync, writeFileSync } from 'node:fs'

/** Replaces a file atomically: readers see the old content or the new, never a part. */
export function replaceFile(path: string, content: string, mode = 0o600): void {
  const draft = `${path}.${process.pid}.tmp`
  writeFileSync(draft, content, { mode })
  renameSync(draft, path)
}
