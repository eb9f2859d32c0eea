import type { ImportReport } from '@app/contracts/imports'
import { Upload } from 'lucide-react'
import { useCallback, useState } from 'react'
import { everyTable, type FeatureModule, type HeadingActionProps } from '#lib/table-extension'
import { numberText } from '#lib/words'
import { SmallButton } from '#ui/button'
import { onDemand } from '#ui/chunk'
import { useToast } from '#ui/toast'
import { readOpenImport } from './open-import'
import { relativesText } from './row-list'

const ImportDialog = onDemand(() => import('./import-dialog').then((file) => file.ImportDialog))

const doneText = ({ create, update, errorRows, family }: ImportReport) =>
  [
    `${numberText(create)} created, ${numberText(update)} changed`,
    ...(family && family.create > 0 ? [`${relativesText(family, family.create)} created`] : []),
    ...(errorRows > 0 ? [`${numberText(errorRows)} left out`] : []),
  ].join(', ')

/** Opens the import of a file, and says afterwards what it has done. */
function ImportButton({ schema, onChanged, undoBatch, children }: HeadingActionProps) {
  const [isOpen, setIsOpen] = useState(() => readOpenImport(schema.name) !== undefined)
  const showToast = useToast()
  const onApplied = useCallback(
    (report: ImportReport) => {
      setIsOpen(false)
      const { batch, create, update } = report
      const canUndo = batch !== undefined && create + update > 0
      showToast({
        text: doneText(report),
        ...(canUndo && { undo: () => undoBatch(batch) }),
      })
      onChanged()
    },
    [showToast, onChanged, undoBatch],
  )
  if (schema.creatable === false) return children?.(undefined)
  const open = () => setIsOpen(true)
  return (
    <>
      {children ? (
        children(open)
      ) : (
        <SmallButton title="Import records from Excel or CSV" onClick={open}>
          <Upload className="size-4" />
          Import
        </SmallButton>
      )}
      {isOpen && <ImportDialog schema={schema} onClose={() => setIsOpen(false)} onApplied={onApplied} />}
    </>
  )
}

export const importsModule: FeatureModule = { tables: { [everyTable]: { HeadingActions: ImportButton } } }
