import type { TableRecord } from '@app/contracts/tables'
import { fullText } from '@app/table-schema/cell'
import { titleOf } from '@app/table-schema/field'
import { sameValue } from '@app/table-schema/record'
import type { TableSchema } from '@app/table-schema/schema'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react'
import { useFollowUp } from '#lib/table-extension'
import { useListener } from '#lib/use-listener'
import { Button, SmallButton } from '#ui/button'
import { ErrorText } from '#ui/load-state'
import { useToast } from '#ui/toast'
import { useExtension } from '../../list/use-schema'
import { FieldWidget } from '../form/field-widget'
import { useLastChange } from '../form/save-conflict'
import { type RecordForm, useRecordForm, useSave } from '../form/use-record-form'
import { widgetKind } from '../widgets/widget'
import { type CellPlace, type Move, useCellBox } from './editable'

/** Checks and saves one value. A change of other fields by another person does not stand in the way. */
function useCellSave(
  schema: TableSchema,
  record: TableRecord,
  name: string,
  onSaved: (record: TableRecord | null, move: Move) => void,
) {
  const form = useRecordForm(schema, record)
  const field = schema.properties[name]!
  const offer = useFollowUp(useExtension(schema.name).followUp)
  const showToast = useToast()
  const move = useRef<Move>('stay')
  const { save, isSaving, failure, conflict, dismissConflict } = useSave(
    schema,
    ({ record: saved, change }) => {
      const offered = offer(change)
      if (offered.action) showToast({ text: `${titleOf(name, field)} saved`, ...offered })
      onSaved(saved, move.current)
    },
    form.refuse,
  )

  function send(base: TableRecord) {
    save({ values: { ...base, [name]: form.values[name] }, before: base, base })
  }
  const isElsewhere =
    conflict?.kind === 'stale' && sameValue(field, conflict.record[name], record[name]) ? conflict.record : undefined
  const onElsewhere = useEffectEvent(send)
  useEffect(() => {
    if (isElsewhere) onElsewhere(isElsewhere)
  }, [isElsewhere])

  return {
    form,
    isSaving,
    error: failure,
    /** Messages about other fields, which this change would make invalid. */
    others: Object.entries(form.errors).filter(([other]) => other !== name),
    conflict: isElsewhere ? undefined : conflict,
    save(next: Move) {
      if (isSaving) return
      move.current = next
      if (form.changed.length === 0) return onSaved(null, next)
      if (Object.keys(form.check()).length === 0) send(record)
    },
    takeTheirs() {
      dismissConflict()
      if (conflict?.kind === 'stale') onSaved(conflict.record, 'stay')
    },
    overwrite: () => conflict?.kind === 'stale' && send(conflict.record),
  }
}

type Props = {
  schema: TableSchema
  record: TableRecord
  place: CellPlace
  name: string
  keys: readonly string[]
  onSaved: (record: TableRecord | null, move: Move) => void
  /** Takes the input back. */
  onCancel: () => void
  /** Opens the form: the rules may require another field, too. */
  onForm: () => void
}

const stops = 'input:not(:disabled), select:not(:disabled), textarea, button:not(:disabled)'

/** One value over its cell, with the widget and the messages of the form. */
export function CellEditor({ schema, record, place, name, keys, onSaved, onCancel, onForm }: Props) {
  const field = schema.properties[place.key]!
  const title = titleOf(place.key, field)
  const box = useCellBox(place, keys)
  const element = useRef<HTMLDivElement>(null)
  const { form, save, isSaving, error, others, conflict, takeTheirs, overwrite } = useCellSave(
    schema,
    record,
    place.key,
    onSaved,
  )

  const isPlaced = box !== undefined
  useEffect(() => {
    if (!isPlaced) return
    const input = element.current?.querySelector<HTMLElement>('input, select, textarea')
    input?.focus({ preventScroll: true })
    if (input instanceof HTMLInputElement && input.type === 'text') input.select()
  }, [isPlaced])

  const onOutside = ({ target }: Event) => {
    if (target instanceof Node && target.isConnected && !element.current?.contains(target)) save('leave')
  }
  useListener('pointerdown', onOutside, { capture: true })

  function onKeyDown(event: KeyboardEvent) {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    const target = event.target as HTMLElement
    if (event.key === 'Escape') onCancel()
    else if (event.key === 'Enter' && event.shiftKey && !target.matches('textarea, button')) save('below')
    else if (event.key === 'Enter' && !target.matches('textarea, button')) save('stay')
    else if (event.key === 'Enter' && target.matches('textarea') && (event.ctrlKey || event.metaKey)) save('stay')
    else if (event.key === 'Tab') {
      const inside = [...(element.current?.querySelectorAll<HTMLElement>(stops) ?? [])]
      const last = event.shiftKey ? inside[0] : inside.at(-1)
      if (target !== last) return
      save(event.shiftKey ? 'previous' : 'next')
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  if (!box) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend.
    <div
      ref={element}
      role="group"
      aria-label={`${title} of ${name}`}
      aria-busy={isSaving}
      data-editing
      onKeyDown={onKeyDown}
      className="fixed z-30 grid gap-2 overflow-y-auto rounded-xl border-2 border-focus bg-card p-2 shadow-card"
      style={{
        left: box.left,
        width: box.width,
        maxHeight: box.maxHeight,
        ...(box.above ? { bottom: box.top } : { top: box.top }),
      }}
    >
      <CellWidget schema={schema} name={place.key} form={form} />
      {error && <ErrorText>{error}</ErrorText>}
      {others.map(([other, message]) => (
        <ErrorText key={other}>{message}</ErrorText>
      ))}
      {others.length > 0 && <SmallButton onClick={onForm}>Edit all fields</SmallButton>}
      {conflict?.kind === 'stale' && (
        <StaleCell
          schema={schema}
          name={place.key}
          theirs={conflict.record}
          onTheirs={takeTheirs}
          onMine={overwrite}
          busy={isSaving}
        />
      )}
      <p className="text-muted text-xs">
        {field.format === 'textarea' ? 'Ctrl+Enter to save' : 'Enter to save, Shift+Enter to go down'}, Tab for the next
        cell, Esc to cancel
      </p>
    </div>
  )
}

type CellWidgetProps = { schema: TableSchema; name: string; form: RecordForm }

/** The form's widget of one field, with its error; its label is read, not seen: the column says it. */
function CellWidget({ schema, name, form }: CellWidgetProps) {
  const field = schema.properties[name]!
  const id = `cell-${name}`
  const kind = widgetKind(field)
  const error = form.errors[name]
  return (
    <>
      {kind !== 'checkbox' && kind !== 'checkbox-list' && (
        <label htmlFor={id} className="sr-only">
          {titleOf(name, field)}
        </label>
      )}
      <FieldWidget
        key={form.generation}
        id={id}
        schema={schema}
        name={name}
        form={form}
        describedBy={[error && `${id}-error`]}
      />
      <ErrorText id={`${id}-error`}>{error}</ErrorText>
    </>
  )
}

type StaleCellProps = {
  schema: TableSchema
  name: string
  theirs: TableRecord
  onTheirs: () => void
  onMine: () => void
  busy: boolean
}

/** Another person changed this cell meanwhile: who, when, to what, and what can be done. */
function StaleCell({ schema, name, theirs, onTheirs, onMine, busy }: StaleCellProps) {
  const field = schema.properties[name]!
  const change = useLastChange(schema, theirs)
  return (
    <div role="alert" className="grid gap-2 rounded-lg border border-warn-line bg-warn-soft p-2 text-sm">
      <p className="[overflow-wrap:anywhere]">
        {change} {titleOf(name, field)} is now <strong>{fullText(field, theirs[name]) || 'empty'}</strong>.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" disabled={busy} onClick={onTheirs}>
          Keep theirs
        </Button>
        <SmallButton disabled={busy} onClick={onMine}>
          Save mine
        </SmallButton>
      </div>
    </div>
  )
}
