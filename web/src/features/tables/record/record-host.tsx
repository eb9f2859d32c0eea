import { tabLabel } from '@app/table-schema/cell'
import type { Descriptor } from '@app/table-schema/descriptor'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useCallback, useEffect, useRef, useState } from 'react'
import { messageOf } from '#lib/message-of'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { DiscardDialog } from '#ui/discard-dialog'
import { Notice } from '#ui/notice'
import { Spinner } from '#ui/spinner'
import { showToastAtom } from '#ui/toast'
import { focusRecord } from '../grid/focus-record'
import { newRecord, type ShowView, type View } from '../list-view'
import { recordQuery, recordsKey } from '../tables.api'
import { RecordForm } from './record-form'
import { conflictFrom, deletionText } from './save-conflict'
import type { Saved } from './use-save'

type Props = { schemas: readonly Descriptor[]; view: View; show: ShowView }

/** Opens the record in the address. Back closes it, after a question if there are unsaved changes. */
export function RecordHost({ schemas, view, show }: Props) {
  const [opened, setOpened] = useState<View | null>(view.record ? view : null)
  const [asking, setAsking] = useState(false)
  const dirty = useRef(false)
  const onDirty = useCallback((value: boolean) => {
    dirty.current = value
  }, [])
  useWarningBeforeUnload(dirty)

  const isElsewhere = opened?.record !== (view.record ?? undefined) || opened?.table !== view.table
  useEffect(() => {
    if (!isElsewhere) return
    if (opened && dirty.current) {
      // Back was pressed with unsaved changes: restore the address and ask.
      show(opened)
      setAsking(true)
    } else if (opened || view.record) {
      setOpened(view.record ? view : null)
      if (!view.record) focusRecord(opened?.record)
    }
  }, [isElsewhere, opened, view, show])

  if (!opened?.record) return null
  const schema = schemas.find(({ name }) => name === opened.table)
  if (!schema || (opened.record === newRecord && schema.creatable === false)) return null

  /** Changes the address only; the effect above then closes the form. */
  function leave() {
    dirty.current = false
    setAsking(false)
    if (history.state?.opened) history.back()
    else show({ record: null }, { replace: true })
  }
  const onClose = () => (dirty.current ? setAsking(true) : leave())

  return (
    <>
      <RecordLoader
        key={`${opened.table} ${opened.record}`}
        schema={schema}
        id={opened.record}
        onClose={onClose}
        onDirty={onDirty}
        onLeave={leave}
      />
      {asking && <DiscardDialog onDiscard={leave} onKeep={() => setAsking(false)} />}
    </>
  )
}

type LoaderProps = {
  schema: Descriptor
  id: string
  onClose: () => void
  onDirty: (dirty: boolean) => void
  onLeave: () => void
}

/** Loads the record: the list may be stale and shows fewer fields. */
function RecordLoader({ schema, id, onClose, onDirty, onLeave }: LoaderProps) {
  const client = useQueryClient()
  const showToast = useSetAtom(showToastAtom)
  const isNew = id === newRecord
  const { data, error, refetch } = useQuery({ ...recordQuery(schema.name, id), enabled: !isNew })

  async function onSaved({ record, wasNew }: Saved) {
    onLeave()
    showToast({ text: wasNew ? 'Record created' : 'Changes saved' })
    await client.invalidateQueries({ queryKey: recordsKey(schema.name) })
    focusRecord(record.id)
  }

  const isSlow = useLater(300)
  if (isNew || data)
    return (
      <RecordForm
        schema={schema}
        record={data ?? null}
        onSaved={onSaved}
        onClose={onClose}
        onDirty={onDirty}
        onGone={onLeave}
      />
    )
  // Usually the record arrives at once: a loading dialog would only flash.
  if (!error && !isSlow) return null
  return (
    <Dialog title={`Edit ${schema.title ? tabLabel(schema) : 'Record'}`} onClose={onClose}>
      {error ? (
        <Notice tone="bad">
          <p>{deletionText(conflictFrom(error)) ?? messageOf(error, 'Failed to load the record')}</p>
          <Button size="small" variant="outline" className="justify-self-start" onClick={() => refetch()}>
            Try again
          </Button>
        </Notice>
      ) : (
        <p role="status" className="flex items-center gap-2 py-6 text-muted">
          <Spinner />
          Loading the record...
        </p>
      )}
    </Dialog>
  )
}

function useLater(delay: number) {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setLater, delay, true)
    return () => clearTimeout(timer)
  }, [delay])
  return isLater
}

function useWarningBeforeUnload(dirty: { readonly current: boolean }) {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (dirty.current) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [dirty])
}
