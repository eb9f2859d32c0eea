import { optionsOf } from '@app/containers/compose-project'
import { docker } from '@app/containers/docker'
import { writers } from '../archive-tool'
import type { Context } from '../context'
import { compose, runQuietly } from './programs'

/** Services whose containers read files of the checkout when they start. */
const watchers = ['prometheus', 'blackbox-exporter', 'grafana']
/** These are replaced one replica after the other, by deploy/rolling-update.sh. */
const rolled = [...writers, 'nginx']
const readyTimeoutMs = 60_000

/** Effects that visitors notice while a service is replaced that has one container alone. */
const announced: Record<string, string> = {
  mongo: 'Replacing MongoDB: until it is back the site answers 503, for up to 15 seconds.',
  redis: 'Replacing Redis: inquiries are accepted meanwhile, and their mails wait.',
  edge: 'Replacing the container of the published ports: no connection is accepted for a second or two.',
}

/** True if a container of the service is not as this version would create it: of other settings, or of another image. */
async function isChanged(context: Context, service: string, hashes: ReadonlyMap<string, string>): Promise<boolean> {
  const ids = (await compose(context, 'ps', '-aq', service)).split('\n').filter(Boolean)
  const format = '{{index .Config.Labels "com.docker.compose.config-hash"}} {{.Image}} {{.Config.Image}}'
  for (const id of ids) {
    const [hash, image, name = ''] = (await runQuietly(context, ['docker', 'inspect', '--format', format, id])).split(
      ' ',
    )
    const current = await runQuietly(context, ['docker', 'image', 'inspect', '--format', '{{.Id}}', name]).catch(
      () => image,
    )
    if (hash !== hashes.get(service) || image !== current) return true
  }
  return false
}

/**
 * Starts services that are new, replaces those whose settings or image differ in this version, databases included, and starts those once
 * more that read files of the checkout. Afterwards `docker compose up -d` has nothing left to change.
 */
export async function bringOthers(context: Context): Promise<void> {
  const running = (await docker.replicas(optionsOf(context))).map(({ service }) => service)
  const services = (await compose(context, 'config', '--services')).split('\n')
  const up = (...names: string[]) => compose(context, 'up', '-d', '--no-deps', '--no-build', '--wait', ...names)
  // By name: without, it would take replicas away that were added by hand.
  const missing = services.filter((service) => !running.includes(service))
  if (missing.length > 0) await up(...missing)

  const lines = (await compose(context, 'config', '--hash', '*')).split('\n')
  const hashes = new Map(lines.map((line) => line.split(' ') as [string, string]))
  const others = services.filter((service) => running.includes(service) && !rolled.includes(service))
  for (const service of others) {
    if (!(await isChanged(context, service, hashes))) continue
    if (announced[service]) context.write(announced[service])
    const began = Date.now()
    // nginx is in the network of that container.
    await up(service, ...(service === 'edge' ? ['nginx'] : []))
    context.write(`${service} is replaced, in ${((Date.now() - began) / 1_000).toFixed(1)} s.`)
  }
  // Databases are there again before services notice it.
  const unready = await docker.untilReady(optionsOf(context), readyTimeoutMs)
  if (unready.length > 0) throw new Error(`Not ready after the databases were replaced: ${unready.join(', ')}.`)
  const present = watchers.filter((service) => running.includes(service))
  if (present.length > 0) await compose(context, 'restart', ...present)
}
