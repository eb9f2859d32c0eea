import type { Context } from '../context'
import { readLiveState } from '../state'
import { urlLines } from '../summary'

/** What has metrics. Nginx leads nobody there, so they are on ports of their own. */
const measured = ['auth', 'forms', 'email-worker', 'admin-tables'] as const

/** Prints `name=url` lines for scripts. */
export async function urls({ layout, write }: Context): Promise<number> {
  const state = readLiveState(layout)
  if (state?.phase === 'ready') {
    const metrics = measured.map((name) => [
      `metrics_${name.replaceAll('-', '_')}`,
      `http://127.0.0.1:${state.ports[name]}/metrics`,
    ])
    write(urlLines({ urls: { ...state.urls, ...Object.fromEntries(metrics) } }))
    return 0
  }
  process.stderr.write('It is not running. Start it with: make up\n')
  return 1
}
