/** Written by build-worker.ts; nginx allows the policy that names it on staff pages only. */
const address = '/admin-worker.js'

type Policy = { createScriptURL: (url: string) => string }
type Policies = { createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => Policy }

/** The address as a value that browsers with Trusted Types accept. */
function trustedAddress(): string {
  const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes
  return policies
    ? policies.createPolicy('admin-worker', { createScriptURL: () => address }).createScriptURL('')
    : address
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
