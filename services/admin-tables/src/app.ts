import { openApiDocument, referencePage, referenceScript, referenceStyle } from '@app/api-reference'
import { readDocument, readReference, readReferenceScript, readReferenceStyle } from '@app/contracts/api-docs'
import { hours } from '@app/contracts/durations'
import { serviceOfParts } from '@app/jobs/service-of-parts'
import type { CallDeps, Checks } from '@app/service'
import { serve } from '@app/service/serve'
import type { Context, Part } from './context'
import type { Modules } from './modules'

const file = (content: string, type: string) => new Response(content, { headers: { 'content-type': type } })

/** The API reference as a page and as an OpenAPI document. Style and script are files, as the policy of the site demands. */
const apiDocsRoutes = ({ publicOrigin }: { publicOrigin: string }) => [
  serve(readReference, () => file(referencePage(), 'text/html; charset=utf-8')),
  serve(readDocument, () => openApiDocument(publicOrigin)),
  serve(readReferenceStyle, () => file(referenceStyle, 'text/css; charset=utf-8')),
  serve(readReferenceScript, () => file(referenceScript, 'text/javascript; charset=utf-8')),
]

const maxBodyBytes = 256 * 1024

type Options = Pick<CallDeps, 'limits'> & { checks?: Checks }

/** The admin tables service. Nothing of it runs by itself until `start`. */
export function createService(context: Context, modules: Modules, options: Options) {
  const { audit, warn, publicOrigin, corsOrigins, identify } = context
  const parts: readonly Part[] = Object.values(modules).flatMap((module) => ('part' in module ? [module.part] : []))

  /** Completes what crashes have left. */
  async function complete(): Promise<void> {
    for (const part of parts) await part.complete?.()
  }

  /** Removes what nothing needs any more. */
  async function sweep(): Promise<void> {
    await complete()
    for (const part of parts) await part.sweep?.()
  }

  const own: Part = {
    stores: [audit],
    routes: apiDocsRoutes(context),
    repeated: [{ run: sweep, everyMs: hours(6), firstMs: hours(6), timeoutMs: hours(1), failed: 'sweep failed' }],
  }
  const service = serviceOfParts(context, [...parts, own], {
    ...options,
    origin: { publicOrigin, corsOrigins },
    identify,
    maxBodyBytes,
  })
  return {
    ...service,

    /** Brings the database to what this release expects. Safe to repeat, and in several replicas at once. */
    async prepare(): Promise<void> {
      await modules.migrations.migrate()
      await modules.seed.add()
      await service.prepare()
    },

    createIndexes: service.prepare,

    /** In the background: indexes follow the descriptions, and sweeps complete what a crash left. */
    start(): void {
      service.start()
      complete().catch(warn('interrupted writes could not be completed yet'))
    },
  }
}
