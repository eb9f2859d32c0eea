import type { RetiredField } from '@app/contracts/schema-editor'
import { titleOf } from '@app/table-schema/field'
import { counted } from '#lib/words'
import { Button } from '#ui/button'

type Props = { fields: readonly RetiredField[]; onReturn: (field: RetiredField) => void }

/** Fields that are hidden, and how long their values are kept. */
export const RetiredFields = ({ fields, onReturn }: Props) => (
  <ul aria-label="Retired fields" className="grid gap-2">
    {fields.map((retired) => {
      const title = titleOf(retired.name, retired.field)
      return (
        <li
          key={retired.name}
          className="flex flex-wrap items-center gap-3 rounded-xl border border-line bg-card py-2 pr-2 pl-4"
        >
          <span className="min-w-0 flex-1 basis-52 [overflow-wrap:anywhere]">
            {title}
            <span className="block text-muted text-sm">
              Retired; removed with its values in {counted(retired.daysLeft, 'day')}
            </span>
          </span>
          <Button size="small" variant="outline" aria-label={`Bring back ${title}`} onClick={() => onReturn(retired)}>
            Bring back
          </Button>
        </li>
      )
    })}
  </ul>
)
