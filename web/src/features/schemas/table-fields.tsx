import { kindOf, titleOf, wordsOf } from '@app/table-schema/field'
import type { TableSchema } from '@app/table-schema/schema'
import { SelectField, TextAreaField, TextField } from '#ui/field'

type Props = { draft: TableSchema; onChange: (draft: TableSchema) => void }
type Word = 'title' | 'singular' | 'title_field' | 'description'

/** The names of the table and of one of its records. */
export function TableFields({ draft, onChange }: Props) {
  const set = (key: Word, value: string) => {
    const { [key]: _old, ...rest } = draft
    onChange(value === '' ? rest : { ...rest, [key]: value })
  }
  const texts = Object.entries(draft.properties).filter(([, field]) => kindOf(field) === 'string')
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <TextField
        id="table-title"
        label="Name of the table"
        value={draft.title ?? ''}
        placeholder={wordsOf(draft.name)}
        maxLength={200}
        onChange={(event) => set('title', event.target.value)}
      />
      <TextField
        id="table-singular"
        label="Singular name"
        value={draft.singular ?? ''}
        maxLength={200}
        onChange={(event) => set('singular', event.target.value)}
      />
      <SelectField
        id="table-title-field"
        label="Title field"
        placeholder="The first required text"
        value={draft.title_field ?? ''}
        options={texts.map(([name, field]) => ({ value: name, label: titleOf(name, field) }))}
        onChange={(event) => set('title_field', event.target.value)}
      />
      <TextAreaField
        id="table-description"
        label="Description (optional)"
        rows={2}
        value={draft.description ?? ''}
        maxLength={2_000}
        onChange={(event) => set('description', event.target.value)}
      />
    </div>
  )
}
