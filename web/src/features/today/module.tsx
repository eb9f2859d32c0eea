import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { countUnsent } from '#lib/device-store'
import { paths } from '#lib/paths'
import type { FeatureModule } from '#lib/table-extension'
import { onDemand } from '#ui/chunk'

/** Written by web/build.ts; nginx allows the policy that names it on staff pages only. */
const address = '/admin-worker.js'

type Policy = { createScriptURL: (url: string) => string }
type Policies = { createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => Policy }

/** Made once in a page: a second policy of its name is refused. */
let policy: Policy | undefined

/** The address as a value that browsers with Trusted Types accept. */
function trustedAddress(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies }
  policy ??= trustedTypes?.createPolicy('admin-worker', { createScriptURL: () => address })
  return policy?.createScriptURL('') ?? address
}

/** Makes the staff pages open without a connection, once everything else is loaded. */
export async function registerWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register(trustedAddress(), { scope: '/admin', updateViaCache: 'none' })
  } catch {
    // As over plain http: the pages work, with a connection.
  }
}

const RangeHost = onDemand(() => import('./offline/range-host').then((file) => file.RangeHost))

/** After the page's own files and data. */
const registerAfterMs = 3_000

/** On every staff page: keeps the program on the device, and sends what waits there. Today does the latter itself. */
function RangeKeeper() {
  const [path] = useLocation()
  const [hasUnsent, setUnsent] = useState(false)
  useEffect(() => {
    const timer = setTimeout(registerWorker, registerAfterMs)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    let isCurrent = true
    countUnsent().then((count) => isCurrent && setUnsent(path !== paths.today && count > 0))
    return () => {
      isCurrent = false
    }
  }, [path])
  if (!hasUnsent || path === paths.today) return null
  return <RangeHost />
}

export const todayModule: FeatureModule = { Host: RangeKeeper }
