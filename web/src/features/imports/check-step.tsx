import type { ImportChange, ImportReport } from '@app/contracts/imports'
import type { TableSchema } from '@app/contracts/table-schema'
import { fullText } from '@app/table-schema/cell'
import { titleOf } from '@app/table-schema/field'
import { useState } from 'react'
import { counted, numberText } from '#lib/words'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { ErrorList } from './error-list'
import { errorsAddress } from './imports.api'
import { Row, RowList } from './row-list'

type Props = {
  schema: TableSchema
  report: ImportReport
  busy: boolean
  onCorrect: (corrections: NonNullable<ImportChange['corrections']>) => void
}

/** How many rows would do what, in one line. */
const summaryOf = ({ create, update, unchanged, errorRows }: ImportReport) =>
  [
    `${numberText(create)} new`,
    counted(update, 'changes', 'change'),
    `${numberText(unchanged)} unchanged`,
    `${numberText(errorRows)} with errors`,
  ].join(' · ')

/** The third step: what applying the file would do, row by row. */
export function CheckStep({ schema, report, busy, onCorrect }: Props) {
  const { duplicateRows = 0, duplicates = [], corrections = [] } = report
  const tabs = [
    { key: 'errors', label: `Errors ${report.errorRows}`, count: report.errorRows },
    { key: 'updates', label: `Changes ${report.update}`, count: report.update },
    { key: 'creates', label: `New ${report.create}`, count: report.create },
    ...(duplicateRows > 0
      ? [{ key: 'duplicates', label: `Possible duplicates ${duplicateRows}`, count: duplicateRows }]
      : []),
    ...(corrections.length > 0
      ? [{ key: 'corrections', label: `Corrected ${corrections.length}`, count: corrections.length }]
      : []),
  ]
  const [chosen, setChosen] = useState<string>()
  const isThere = tabs.some(({ key }) => key === chosen)
  const selected = (isThere && chosen) || (tabs.find(({ count }) => count > 0)?.key ?? 'creates')
  const text = (name: string, value: unknown) => fullText(schema.properties[name] ?? { type: 'string' }, value)
  const title = (name: string) => titleOf(name, schema.properties[name])

  const failure = report.failure && (
    <Notice tone="bad">
      <p>{report.failure}</p>
    </Notice>
  )
  // The result of the check is outdated.
  if (failure && report.batch) return failure

  return (
    <div className="grid gap-4">
      <p className="font-semibold text-lg" role="status">
        {summaryOf(report)}
      </p>
      {failure}
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Rows to show</legend>
        {tabs.map(({ key, label }) => (
          <Button
            key={key}
            size="small"
            variant="outline"
            aria-pressed={key === selected}
            className="aria-pressed:border-forest aria-pressed:bg-sunken"
            onClick={() => setChosen(key)}
          >
            {label}
          </Button>
        ))}
      </fieldset>
      <div className="grid gap-3">
        {selected === 'errors' && (
          <>
            <ErrorList schema={schema} report={report} busy={busy} onCorrect={onCorrect} />
            {report.errorRows > 0 && (
              <a href={errorsAddress(schema.name, report.id)} download className="justify-self-start text-link">
                Download the errors
              </a>
            )}
          </>
        )}
        {selected === 'updates' && (
          <RowList empty="No record changes." shown={report.updates.length} total={report.update}>
            {report.updates.map(({ row, changes }) => (
              <Row key={row} row={row}>
                {Object.entries(changes).map(([name, [before, after]]) => (
                  <span key={name} className="block">
                    <span className="text-muted">{title(name)}: </span>
                    <del className="decoration-bad">{text(name, before) || 'empty'}</del>
                    <span aria-hidden="true"> → </span>
                    <ins className="no-underline">{text(name, after) || 'empty'}</ins>
                  </span>
                ))}
              </Row>
            ))}
          </RowList>
        )}
        {selected === 'creates' && (
          <RowList empty="No new records." shown={report.creates.length} total={report.create}>
            {report.creates.map(({ row, values }) => (
              <Row key={row} row={row}>
                {Object.entries(values)
                  .filter(([, value]) => value !== null)
                  .map(([name, value]) => `${title(name)}: ${text(name, value)}`)
                  .join(' · ')}
              </Row>
            ))}
          </RowList>
        )}
        {selected === 'corrections' && (
          <RowList empty="Nothing was corrected." shown={corrections.length} total={corrections.length}>
            {corrections.map(({ row, column, value }) => (
              <Row key={`${row} ${column}`} row={row}>
                <span className="text-muted">{column}: </span>
                {value || 'empty'}{' '}
                <Button
                  variant="quiet"
                  size="small"
                  disabled={busy}
                  aria-label={`Undo the correction of row ${row}, ${column}`}
                  onClick={() => onCorrect([{ row, column, value: null }])}
                >
                  Undo
                </Button>
              </Row>
            ))}
          </RowList>
        )}
        {selected === 'duplicates' && (
          <RowList empty="" shown={duplicates.length} total={duplicateRows}>
            {duplicates.map(({ row, name, sameAsRow }) => (
              <Row key={row} row={row}>
                {name} {sameAsRow === undefined ? 'is in the table already' : `is also in row ${sameAsRow}`}, and would
                be added once more.
              </Row>
            ))}
          </RowList>
        )}
      </div>
    </div>
  )
}
