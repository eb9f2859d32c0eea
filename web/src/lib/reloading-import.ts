const firstPauseMs = 500
const maxPauseMs = 32_000
const probeTimeoutMs = 15_000
/**
 * For a file that the server has and that still does not load: it does not run, or the browser remembers its address until
 * the page is loaded again. Another address would run a second copy of it next to the one that other files import.
 */
const maxServedAttempts = 5

type Probe = 'served' | 'gone' | 'unreachable'

/** The file that did not load: the error of most browsers names it. Otherwise this file, which is of the same release. */
const fileOf = (error: unknown) => /https?:\/\/\S+/.exec(String(error))?.[0] ?? import.meta.url

async function probe(file: string): Promise<Probe> {
  try {
    const signal = AbortSignal.timeout(probeTimeoutMs)
    const { ok, status } = await fetch(file, { method: 'HEAD', cache: 'no-store', signal })
    if (ok) return 'served'
    return status === 404 || status === 410 ? 'gone' : 'unreachable'
  } catch {
    return 'unreachable'
  }
}

/** Resolves after `ms`, or as soon as the browser is online again. */
function pause(ms: number): Promise<void> {
  return new Promise((resume) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      resume()
    }
    const timer = setTimeout(done, ms)
    addEventListener('online', done)
  })
}

/**
 * Stylesheets that did not load, with the attempt to add them under way. Vite's loader counts them as loaded, so it would
 * show their page without them.
 */
let failedStyles: Map<string, Promise<void> | undefined> | undefined

function watchStyles() {
  if (failedStyles) return failedStyles
  const failed = new Map<string, Promise<void> | undefined>()
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.set(target.href, undefined)
  }
  // An error of a resource does not bubble.
  addEventListener('error', note, true)
  failedStyles = failed
  return failed
}

function addStyles(href: string): Promise<void> {
  for (const link of document.querySelectorAll('link')) if (link.href === href) link.remove()
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href })
  return new Promise((added, failed) => {
    link.addEventListener('load', () => added())
    link.addEventListener('error', () => failed(new Error(`Unable to preload CSS for ${href}`)))
    document.head.append(link)
  })
}

/** Adds the stylesheets that failed; imports at the same time share the attempt. */
async function addFailedStyles(failed: ReturnType<typeof watchStyles>): Promise<void> {
  for (const [href, adding] of failed) {
    const attempt = adding ?? addStyles(href)
    failed.set(href, attempt)
    await attempt
    failed.delete(href)
  }
}

async function untilLoaded<Module>(importFile: () => Promise<Module>): Promise<Module> {
  const styles = watchStyles()
  let servedAttempts = 0
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    try {
      await addFailedStyles(styles)
      return await importFile()
    } catch (error) {
      const found = await probe(fileOf(error))
      if (found === 'gone' || (found === 'served' && ++servedAttempts === maxServedAttempts)) throw error
      await pause(pauseMs)
    }
  }
}

/**
 * A dynamic import that is repeated while the network fails: after 0.5 to 32 seconds, and at once when the browser is
 * online again. Calls at the same time share one import.
 *
 * @throws when the server does not have the file any more, as after a release, or the file does not run
 */
export function reloadingImport<Module>(importFile: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | undefined
  return () => {
    loading ??= untilLoaded(importFile).finally(() => {
      loading = undefined
    })
    return loading
  }
}
