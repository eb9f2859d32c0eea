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
