import { useAtom } from 'jotai'
import { lazy } from 'react'
import { useShortcuts } from '#lib/use-shortcuts'
import { ChunkBoundary } from '#ui/chunk-boundary'
import { keysAtom } from './keys.atoms'

const Palette = lazy(() => import('./palette').then((module) => ({ default: module.Palette })))
const KeyList = lazy(() => import('./key-list').then((module) => ({ default: module.KeyList })))

/** `Ctrl+K` opens the palette, `?` the list of keys, on every staff page. */
export function KeysHost() {
  const [shown, show] = useAtom(keysAtom)
  useShortcuts({ 'Control+k': () => show('palette'), '?': () => show('list') })
  if (shown === null) return null
  return (
    <ChunkBoundary loading={null}>
      {shown === 'palette' ? <Palette onClose={() => show(null)} /> : <KeyList onClose={() => show(null)} />}
    </ChunkBoundary>
  )
}
