import type { TableRecord } from '@app/contracts/tables'
import { titleOf } from '@app/table-schema/field'
import type { TableSchema } from '@app/table-schema/schema'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '#ui/button'
import { useCellBox } from './cell-box'
import { CellWidget } from './cell-widget'
import type { CellPlace, Move } from './editable'
import { StaleCell } from './stale-cell'
import { useCellSave } from './use-cell-save'

type Props = {
  schema: TableSchema
  record: TableRecord
  place: CellPlace
  /** How the record is called in the list. */
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

  const onOutside = useEffectEvent(({ target }: Event) => {
    if (target instanceof Node && target.isConnected && !element.current?.contains(target)) save('leave')
  })
  useEffect(() => {
    const listen = (event: Event) => onOutside(event)
    document.addEventListener('pointerdown', listen, true)
    return () => document.removeEventListener('pointerdown', listen, true)
  }, [])

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
      {error && (
        <p role="alert" className="text-bad text-sm">
          {error}
        </p>
      )}
      {others.map(([other, message]) => (
        <p key={other} role="alert" className="text-bad text-sm">
          {message}
        </p>
      ))}
      {others.length > 0 && (
        <Button size="small" variant="outline" className="justify-self-start" onClick={onForm}>
          Edit all fields
        </Button>
      )}
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
