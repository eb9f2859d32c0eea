import { sectionTitles } from '@app/contracts/website/changes'
import type { WebsiteContent } from '@app/contracts/website/content'
import type { SectionName, WebsiteSections } from '@app/contracts/website/sections'
import { useAtomValue } from 'jotai'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '#ui/button'
import { CheckField } from '#ui/check-field'
import { TextAreaField, TextField } from '#ui/field'
import { AddButton, ContentField, MoveUpButton, RemoveButton, useContentValue, useItemFields } from './content-field'
import { contentAtom } from './website.atoms'

type Item = Readonly<Record<string, string>>
type Props = {
  /** Of the list in the content. */
  path: string
  label: string
  add: string
  max: number
  empty: Item
  fields: readonly { name: string; label: string; rows?: number }[]
}

/** A list of texts that belong together, such as questions with their answers. */
function ItemList({ path, label, add, max, empty, fields }: Props) {
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

/** Quotes. */
export const TestimonialsFields = () => (
  <>
    <p className="text-muted">Their words. Ask them before you publish their names.</p>
    <ContentField path="testimonials.title" label="Heading" />
    <ItemList
      path="testimonials.items"
      label={sectionTitles.testimonials}
      add="Add a testimonial"
      max={12}
      empty={{ text: '', author: '' }}
      fields={[
        { name: 'text', label: 'Words', rows: 4 },
        { name: 'author', label: 'Name' },
      ]}
    />
  </>
)

/** Questions with their answers. */
export const FaqFields = () => (
  <>
    <ContentField path="faq.title" label="Heading" />
    <ItemList
      path="faq.items"
      label={sectionTitles.faq}
      add="Add a question"
      max={40}
      empty={{ question: '', answer: '' }}
      fields={[
        { name: 'question', label: 'Question' },
        { name: 'answer', label: 'Answer', rows: 4 },
      ]}
    />
  </>
)

const isUnfilled = (name: SectionName, content: WebsiteContent) =>
  (name === 'faq' || name === 'testimonials' || name === 'gallery') && content[name].items.length === 0

export function OrderFields() {
  const [sections, setSections] = useContentValue<WebsiteSections>('sections')
  const content = useAtomValue(contentAtom)!
  const [moved, setMoved] = useState('')
  const toggle = (name: SectionName) =>
    setSections(sections.map((each) => (each.name === name ? { ...each, hidden: !each.hidden } : each)))
  function move(at: number, to: number) {
    const next = [...sections]
    const [one] = next.splice(at, 1)
    next.splice(to, 0, one!)
    setSections(next)
    setMoved(`${sectionTitles[one!.name]}: now ${to + 1} of ${sections.length}`)
  }
  return (
    <>
      <p className="text-muted">The top of the page stays first, the contact form last.</p>
      <ol aria-label="Sections" className="grid gap-2">
        {sections.map(({ name, hidden }, at) => (
          <li
            key={name}
            className="flex flex-wrap items-center gap-x-2 rounded-xl border border-line bg-card px-3 py-1.5"
          >
            <CheckField
              checked={!hidden}
              onCheck={() => toggle(name)}
              isSmall
              className="flex min-h-11 min-w-0 flex-1 basis-32 items-center gap-2.5"
            >
              <span>
                {sectionTitles[name]}
                {isUnfilled(name, content) && <span className="block text-muted text-sm">Not shown while empty</span>}
                {name === 'instructors' && (
                  <span className="block text-muted text-sm">Those with “Show on website” in their record</span>
                )}
              </span>
            </CheckField>
            <div className="ml-auto flex">
              <MoveButton name={name} to="up" disabled={at === 0} onMove={() => move(at, at - 1)} />
              <MoveButton name={name} to="down" disabled={at === sections.length - 1} onMove={() => move(at, at + 1)} />
            </div>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {moved}
      </p>
    </>
  )
}

type MoveProps = { name: SectionName; to: 'up' | 'down'; disabled: boolean; onMove: () => void }

/** Stays focusable at the end of the list, so that the keyboard does not lose its place. */
const MoveButton = ({ name, to, disabled, onMove }: MoveProps) => (
  <Button
    variant="quiet"
    className="shrink-0 aria-disabled:opacity-40"
    aria-label={`Move ${sectionTitles[name]} ${to}`}
    aria-disabled={disabled}
    onClick={() => !disabled && onMove()}
  >
    {to === 'up' ? <ArrowUp className="size-5" /> : <ArrowDown className="size-5" />}
  </Button>
)
