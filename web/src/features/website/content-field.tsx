import { fillIn, isPlaceholder, namesIn } from '@app/contracts/website/placeholders'
import { useAtomValue, useSetAtom } from 'jotai'
import { ArrowUp, Plus, Trash2 } from 'lucide-react'
import type { HTMLInputTypeAttribute, ReactNode } from 'react'
import { Button, SmallButton } from '#ui/button'
import { TextAreaField, TextField } from '#ui/field'
import { fieldsOf, type TextName } from '#ui/form-values'
import { contentAtom, draftAtom, editWebsiteAtom, fieldId, shownErrorsAtom, valueAt } from './website.atoms'

/** A part of a form of the editor. */
export const Group = ({ title, id, children }: { title: string; id?: string; children: ReactNode }) => (
  <section
    id={id}
    tabIndex={id ? -1 : undefined}
    aria-label={title}
    className="grid gap-4 border-line border-b pb-6 last:border-b-0"
  >
    <h3 className="text-xl">{title}</h3>
    {children}
  </section>
)

type Props = {
  path: string
  label: string
  type?: HTMLInputTypeAttribute
  /** Lines of a longer text. */
  rows?: number
}

export function useContentValue<Value>(path: string) {
  const value = valueAt(useAtomValue(contentAtom), path) as Value
  const edit = useSetAtom(editWebsiteAtom)
  return [value, (next: Value) => edit(path, next)] as const
}

export function useItemFields() {
  const errors = useAtomValue(shownErrorsAtom)
  return <Item extends object>(path: string, item: Item, onChange: (change: Partial<Item>) => void) => {
    const field = fieldsOf(fieldId(path), item, onChange)
    return (name: TextName<Item>, label: string) => ({ ...field(name, label), error: errors[`${path}.${name}`] })
  }
}

export function ContentField({ path, label, type = 'text', rows }: Props) {
  const [value, change] = useContentValue<string | number>(path)
  const error = useAtomValue(shownErrorsAtom)[path]
  const field = { id: fieldId(path), label, error }
  const chips = typeof value === 'string' && <FactChips text={value} />
  if (rows)
    return (
      <div className="grid gap-1.5">
        <TextAreaField {...field} rows={rows} value={value} onValue={change} />
        {chips}
      </div>
    )
  const read = (text: string) => (type === 'number' && text !== '' ? Number(text) : text)
  return (
    <div className="grid content-start gap-1.5">
      <TextField {...field} type={type} value={value} onValue={(text) => change(read(text))} />
      {chips}
    </div>
  )
}

/** The present values of the placeholders of a text. */
function FactChips({ text }: { text: string }) {
  const { facts } = useAtomValue(contentAtom)!
  const { prices } = useAtomValue(draftAtom)!
  const named = [...new Set(namesIn(text))].flatMap((name) => {
    const value = fillIn(`{${name}}`, facts, prices)
    return isPlaceholder(name) && value !== `{${name}}` ? { name, value } : []
  })
  if (named.length === 0) return null
  return (
    <ul aria-label="Facts in this text" className="flex flex-wrap gap-1.5 text-sm">
      {named.map(({ name, value }) => (
        <li key={name} className="rounded-full border border-line bg-sunken px-2.5 py-0.5 [overflow-wrap:anywhere]">
          <span className="text-muted">{name}</span> <span>{value || 'empty'}</span>
        </li>
      ))}
    </ul>
  )
}

/** `name` says what it is about. */
type ButtonProps = { name: string; className?: string; onClick: () => void }

export const MoveUpButton = ({ name, ...props }: ButtonProps) => (
  <Button variant="quiet" size="small" aria-label={`Move ${name} up`} {...props}>
    <ArrowUp className="size-4" />
    Move up
  </Button>
)

export const RemoveButton = ({ name, ...props }: ButtonProps) => (
  <Button variant="quiet" size="small" aria-label={`Remove ${name}`} {...props}>
    <Trash2 className="size-4" />
    Remove
  </Button>
)

export const AddButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <SmallButton onClick={onClick}>
    <Plus className="size-4" />
    {children}
  </SmallButton>
)
