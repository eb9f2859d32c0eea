import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import type { FeatureModule } from '#lib/table-extension'
import { useShortcuts } from '#lib/use-listener'
import { onDemand } from '#ui/chunk'
import { mayUndoAtom, undoAtom } from '#ui/toast'
import { keysAtom } from './keys.atoms'

const Palette = onDemand(() => import('./palette').then((file) => file.Palette))
const KeyList = onDemand(() => import('./key-list').then((file) => file.KeyList))

/** `Ctrl+K` opens the palette, `?` the list of keys, and `Ctrl+Z` undoes the last change, on every staff page. */
export function KeysHost() {
  const [shown, show] = useAtom(keysAtom)
  const mayUndo = useAtomValue(mayUndoAtom)
  const undo = useSetAtom(undoAtom)
  useShortcuts({
    'Control+k': () => show('palette'),
    'Control+z': mayUndo ? () => undo() : undefined,
    '?': () => show('list'),
  })
  if (shown === null) return null
  return shown === 'palette' ? <Palette onClose={() => show(null)} /> : <KeyList onClose={() => show(null)} />
}

export const paletteModule: FeatureModule = { Host: KeysHost }
