import { useAtom } from 'jotai'
import { onDemand } from '#ui/on-demand'
import { mailDraftAtom } from './mail-draft'

const WriteDialog = onDemand(
  () => import('./write-dialog'),
  (file) => file.WriteDialog,
)

/** Shows the dialog of the mailing that is being written. */
export function WriteHost() {
  const [draft, setDraft] = useAtom(mailDraftAtom)
  return draft && <WriteDialog draft={draft} onClose={() => setDraft(null)} />
}
