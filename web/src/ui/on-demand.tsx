import { type ComponentType, lazy } from 'react'
import { reloadingImport } from '#lib/reloading-import'
import { ChunkBoundary } from './chunk-boundary'

/** A dialog in a file of its own, which is loaded when it is first opened. Nothing is shown until then. */
export function onDemand<Module, Props extends object>(
  importFile: () => Promise<Module>,
  componentOf: (module: Module) => ComponentType<Props>,
): ComponentType<Props> {
  const load = reloadingImport(importFile)
  const Later: ComponentType<Props> = lazy(async () => ({ default: componentOf(await load()) }))
  return (props) => (
    <ChunkBoundary loading={null}>
      <Later {...props} />
    </ChunkBoundary>
  )
}
