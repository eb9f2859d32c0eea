import { readLiveState } from '@app/local-stack/state'
import type { Context } from '../context'
import { urlLines } from '../summary'

/** Processes with metrics. Nginx does not expose them, so their own ports are printed. */
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
