import type { ImportReport } from '@app/contracts/imports'
import { useSetAtom } from 'jotai'
import { Upload } from 'lucide-react'
import { lazy, useCallback, useState } from 'react'
import { reloadingImport } from '#lib/reloading-import'
import type { HeadingActionProps } from '#lib/table-extension'
import { numberText } from '#lib/words'
import { Button } from '#ui/button'
import { ChunkBoundary } from '#ui/chunk-boundary'
import { showToastAtom } from '#ui/toast'
import { readOpenImport } from './open-import'

const loadDialog = reloadingImport(() => import('./import-dialog'))
const ImportDialog = lazy(async () => ({ default: (await loadDialog()).ImportDialog }))

const doneText = ({ create, update, errorRows }: ImportReport) =>
  [
    `${numberText(create)} created, ${numberText(update)} changed`,
    ...(errorRows > 0 ? [`${numberText(errorRows)} left out`] : []),
  ].join(', ')

/** Opens the import of a file, and says afterwards what it has done. */
export function ImportButton({ schema, onChanged, undoBatch }: HeadingActionProps) {
  const [isOpen, setIsOpen] = useState(() => readOpenImport(schema.name) !== undefined)
  const showToast = useSetAtom(showToastAtom)
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
  if (schema.creatable === false) return null
  return (
    <>
      <Button
        variant="outline"
        size="small"
        title="Import records from Excel or CSV"
        className="max-sm:px-2.5"
        onClick={() => setIsOpen(true)}
      >
        <Upload className="size-4" />
        <span className="max-sm:sr-only">Import</span>
      </Button>
      {isOpen && (
        <ChunkBoundary loading={null}>
          <ImportDialog schema={schema} onClose={() => setIsOpen(false)} onApplied={onApplied} />
        </ChunkBoundary>
      )}
    </>
  )
}
