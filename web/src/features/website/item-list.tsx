import { useRef } from 'react'
import { TextAreaField, TextField } from '#ui/field'
import { useContentValue, useItemFields } from './content-field'
import { AddButton, MoveUpButton, RemoveButton } from './entry-buttons'

type Item = Readonly<Record<string, string>>
type Props = {
  /** Of the list in the content. */
  path: string
  label: string
  /** The button that adds one. */
  add: string
  max: number
  empty: Item
  fields: readonly { name: string; label: string; rows?: number }[]
}

/** A list of texts that belong together, such as questions with their answers. */
export function ItemList({ path, label, add, max, empty, fields }: Props) {
  const [items, setItems] = useContentValue<readonly Item[]>(path)
  const fieldOf = useItemFields()
  const list = useRef<HTMLOListElement>(null)
  const focusLater = (selector: string) =>
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(selector)?.focus())
  function append() {
    setItems([...items, empty])
    focusLater('li:last-child :is(input, textarea)')
  }
  function moveUp(at: number) {
    const before = items[at - 1]!
    setItems(items.with(at - 1, items[at]!).with(at, before))
    focusLater(`li:nth-child(${at}) :is(input, textarea)`)
  }
  return (
    <div className="grid gap-3">
      <ol ref={list} aria-label={label} className="grid gap-3 empty:hidden">
        {items.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item has nothing else to be known by.
          <li key={at} className="grid gap-3 rounded-xl border border-line bg-card p-3">
            {fields.map(({ name, label: title, rows }) => {
              const change = (changed: Partial<Item>) => setItems(items.with(at, { ...item, ...changed } as Item))
              const field = fieldOf(`${path}.${at}`, item, change)(name, title)
              return rows ? <TextAreaField key={name} {...field} rows={rows} /> : <TextField key={name} {...field} />
            })}
            <div className="flex flex-wrap justify-end gap-2">
              {at > 0 && <MoveUpButton name={`number ${at + 1}`} onClick={() => moveUp(at)} />}
              <RemoveButton
                name={`number ${at + 1}`}
                onClick={() => setItems(items.filter((_, index) => index !== at))}
              />
            </div>
          </li>
        ))}
      </ol>
      {items.length < max && <AddButton onClick={append}>{add}</AddButton>}
    </div>
  )
}
