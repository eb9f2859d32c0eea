import { join } from 'node:path'
import type { Variables } from './env-file'
import type { Layout } from './layout'
import { writeWhole } from './write-whole'

export const keyNames = ['SESSION_SIGNING_KEY', 'SESSION_PUBLIC_KEYS'] as const
type KeyName = (typeof keyNames)[number]

const keyFile = (layout: Layout, name: KeyName) => join(layout.folder('keys'), `${name.toLowerCase()}.json`)

export const writeKey = (layout: Layout, name: KeyName, value: string) => writeWhole(keyFile(layout, name), value)

/** Hands the session keys over as files: services follow those, so a key changes without a restart. */
export function keysAsFiles(layout: Layout, variables: Variables): Variables {
  const handed = { ...variables }
  for (const name of keyNames) {
    const value = handed[name]
    if (value === undefined) continue
    writeKey(layout, name, value)
    delete handed[name]
    handed[`${name}_FILE`] = keyFile(layout, name)
  }
  return handed
}
