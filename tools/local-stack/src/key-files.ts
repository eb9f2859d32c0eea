import { join } from 'node:path'
import type { Variables } from '@app/secrets/env-file'
import { replaceFile } from '@app/secrets/replace-file'
import type { Layout } from './layout'

export const keyNames = ['SESSION_SIGNING_KEY', 'SESSION_PUBLIC_KEYS'] as const
type KeyName = (typeof keyNames)[number]

const keyFile = (layout: Layout, name: KeyName) => join(layout.folder('keys'), `${name.toLowerCase()}.json`)

export const writeKey = (layout: Layout, name: KeyName, value: string) => replaceFile(keyFile(layout, name), value)

/** Passes session keys as files, which services watch: a key changes without a restart. */
export function keysAsFiles(layout: Layout, variables: Variables): Variables {
  const passed = { ...variables }
  for (const name of keyNames) {
    const value = passed[name]
    if (value === undefined) continue
    writeKey(layout, name, value)
    delete passed[name]
    passed[`${name}_FILE`] = keyFile(layout, name)
  }
  return passed
}
