import { columns } from '@app/table-schema/cell'
import { titleOf } from '@app/table-schema/field'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { SmallButton } from '#ui/button'
import { recordName } from '../../list/record-name'
import { FormField, type FormFieldProps } from './form-field'

type Props = FormFieldProps & {
  /** No record of the list follows. */
  isLast: boolean
  /** Saves, and opens the next record or closes the form. */
  onChosen: () => void
  onPrevious: (() => void) | undefined
}

/** A live region says only what comes after it is in the page. */
const settledMs = 100

/**
 * The field of a choice while one record of the list after the other is filled in: a choice is saved and opens the next record. A choice
 * by keys is not saved, since arrow keys pass through the options.
 */
export function FillDown({ isLast, onChosen, onPrevious, ...field }: Props) {
  const { schema, name, form } = field
  const isByKey = useRef(false)
  const whose = form.record ? recordName(columns(schema), form.record) : ''
  const does = `Choosing ${titleOf(name, field.field)} saves ${isLast ? 'and closes' : 'and opens the next record'}.`
  const chosen = form.changed.includes(name) ? form.values[name] : undefined
  const goOn = useEffectEvent(onChosen)
  useEffect(() => {
    if (chosen !== undefined && !isByKey.current) goOn()
  }, [chosen])
  const [said, say] = useState('')
  useEffect(() => {
    const timer = setTimeout(say, settledMs, `${whose}. ${does}`)
    return () => clearTimeout(timer)
  }, [whose, does])
  return (
    <fieldset
      className="grid min-w-0 gap-3"
      onKeyDown={() => {
        isByKey.current = true
      }}
      onPointerDown={() => {
        isByKey.current = false
      }}
    >
      <div className="flex items-center gap-3 rounded-xl bg-paper py-2 pr-2 pl-4">
        <p className="mr-auto min-w-0 [overflow-wrap:anywhere]">
          <span className="block font-semibold">{whose}</span>
          <span className="text-muted text-sm">{does}</span>
        </p>
        {onPrevious && (
          <SmallButton className="shrink-0" onClick={onPrevious}>
            Back
          </SmallButton>
        )}
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
      <FormField {...field} />
    </fieldset>
  )
}
