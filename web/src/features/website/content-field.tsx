import { useAtomValue, useSetAtom } from 'jotai'
import type { HTMLInputTypeAttribute } from 'react'
import { TextAreaField, TextField } from '#ui/field'
import { contentAtom, contentErrorsAtom, editWebsiteAtom } from './website.atoms'
import { valueAt } from './with-value'

type Props = {
  path: string
  label: string
  type?: HTMLInputTypeAttribute
  /** Lines of a longer text. */
  rows?: number
}

/** Of the field or the group of a path. */
export const fieldId = (path: string) => `website-${path.replaceAll('.', '-')}`

/** The value of a path and how to change it. */
export function useContentValue<Value>(path: string) {
  const value = valueAt(useAtomValue(contentAtom), path) as Value
  const edit = useSetAtom(editWebsiteAtom)
  return [value, (next: Value) => edit(path, next)] as const
}

/** One text or number of the content. */
export function ContentField({ path, label, type = 'text', rows }: Props) {
  const [value, change] = useContentValue<string | number>(path)
  const error = useAtomValue(contentErrorsAtom)[path]
  const field = { id: fieldId(path), label, ...(error && { error }) }
  if (rows)
    return <TextAreaField {...field} rows={rows} value={value} onChange={({ target }) => change(target.value)} />
  const read = ({ value: text, valueAsNumber: number }: HTMLInputElement) =>
    type === 'number' ? (Number.isNaN(number) ? text : number) : text
  return <TextField {...field} type={type} value={value} onChange={({ target }) => change(read(target))} />
}
