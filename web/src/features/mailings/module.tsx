import { audienceTable, maxNamedRecords } from '@app/contracts/mailings'
import { useAtom, useSetAtom } from 'jotai'
import { Mail } from 'lucide-react'
import * as v from 'valibot'
import { useRights } from '#lib/rights'
import type { FeatureModule, SelectedRecords } from '#lib/table-extension'
import { BarButton } from '#ui/bar-button'
import { onDemand } from '#ui/chunk'
import { mailDraftAtom, mayWrite } from './mail-draft'

const WriteDialog = onDemand(() => import('./write-dialog').then((file) => file.WriteDialog))

/** Shows the dialog of the mailing that is being written. */
export function WriteHost() {
  const [draft, setDraft] = useAtom(mailDraftAtom)
  return draft && <WriteDialog draft={draft} onClose={() => setDraft(null)} />
}

const writable = v.picklist(['lessons', ...audienceTable.options])

/** Writes to the people of the selected lessons, or to the selected people; with "all matching" to those of the view. */
function WriteToSelected({ table, count, isEverything, target }: SelectedRecords) {
  const write = useSetAtom(mailDraftAtom)
  if (!mayWrite(useRights()) || !v.is(writable, table)) return null
  const isTooMany = !isEverything && count > maxNamedRecords
  function open() {
    const records = target()
    if (!records || !v.is(writable, table)) return
    const about = 'ids' in records ? { table, ids: records.ids } : { table, query: records.query }
    write({ about, subject: '', text: 'Hi {first_name},\n\n' })
  }
  return (
    <BarButton
      disabled={isTooMany}
      title={
        isTooMany ? `Up to ${maxNamedRecords} can be selected one by one. For more, select all matching.` : undefined
      }
      onClick={open}
    >
      <Mail className="size-4" />
      Write
    </BarButton>
  )
}

const writing = { BulkActions: WriteToSelected }

export const mailingsModule: FeatureModule = {
  tables: { lessons: writing, students: writing, instructors: writing },
  Host: WriteHost,
}
