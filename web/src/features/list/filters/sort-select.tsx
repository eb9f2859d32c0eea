import { printSort, readSort, type Sort } from '#lib/sort'

type Props = {
  sort: Sort | null
  columns: readonly { key: string; title: string }[]
  onSort: (sort: Sort | null) => void
}

/** The order of a list, where column headers are hidden. */
export const SortSelect = ({ sort, columns, onSort }: Props) => (
  <select
    aria-label="Sort by"
    value={sort ? printSort(sort) : ''}
    onChange={(event) => onSort(readSort(event.target.value))}
    className="control control-small w-full"
  >
    <option value="">Newest first</option>
    {columns.flatMap(({ key, title }) => [
      <option key={`${key}:asc`} value={`${key}:asc`}>
        {title}, ascending
      </option>,
      <option key={`${key}:desc`} value={`${key}:desc`}>
        {title}, descending
      </option>,
    ])}
  </select>
)
