import { importErrors } from '@app/contracts/import-calls'
import type { ImportChange, ImportReport } from '@app/contracts/imports'
import type { TableSchema } from '@app/contracts/table-schema'
import { fullText } from '@app/table-schema/cell'
import { titleOf } from '@app/table-schema/field'
import { useState } from 'react'
import { counted, factsText, numberText } from '#lib/words'
import { Button, SmallButton } from '#ui/button'
import { DownloadButton } from '#ui/download-button'
import { Notice } from '#ui/notice'
import { ErrorList } from './error-list'
import { familySummary, RelativeList, Row, RowList } from './row-list'

type Props = {
  schema: TableSchema
  report: ImportReport
  busy: boolean
  onCorrect: (corrections: NonNullable<ImportChange['corrections']>) => void
  onReplace: (replacements: NonNullable<ImportChange['replacements']>) => void
}

/** Rows by what they would do, in one line. */
const summaryOf = ({ create, update, unchanged, errorRows }: ImportReport) =>
  factsText([
    `${numberText(create)} new`,
    counted(update, 'changes', 'change'),
    `${numberText(unchanged)} unchanged`,
    `${numberText(errorRows)} with errors`,
  ])

const shownColumns = 8

/** The third step: what applying the file would do, row by row. */
export function CheckStep({ schema, report, busy, onCorrect, onReplace }: Props) {
  const { duplicateRows = 0, duplicates = [], corrections = [], replacements = [], family } = report
  const left = report.headers.filter((header) => !report.mapping[header])
  const corrected = corrections.length + replacements.length
  const relatives = family ? family.create + family.found : 0
  const tabs = [
    { key: 'errors', label: `Errors ${report.errorRows}`, count: report.errorRows },
    { key: 'updates', label: `Changes ${report.update}`, count: report.update },
    { key: 'creates', label: `New ${report.create}`, count: report.create },
    ...(duplicateRows > 0
      ? [{ key: 'duplicates', label: `Possible duplicates ${duplicateRows}`, count: duplicateRows }]
      : []),
    ...(family && relatives > 0 ? [{ key: 'relatives', label: `${family.title} ${relatives}`, count: relatives }] : []),
    ...(corrected > 0 ? [{ key: 'corrections', label: `Corrected ${corrected}`, count: corrected }] : []),
  ]
  const [chosen, setChosen] = useState<string>()
  const isThere = tabs.some(({ key }) => key === chosen)
  const selected = (isThere && chosen) || (tabs.find(({ count }) => count > 0)?.key ?? 'creates')
  const text = (name: string, value: unknown) => fullText(schema.properties[name] ?? { type: 'string' }, value)
  const title = (name: string) => titleOf(name, schema.properties[name])
  /** Relatives are shown by their names; the record refers to them by ids. */
  const isOwn =
    (names: readonly string[] | undefined) =>
    ([name]: [string, unknown]) =>
      !names || name !== family?.field
  const named = (names: readonly string[] | undefined) =>
    names && family && <span className="block">{`${title(family.field)}: ${names.join(', ')}`}</span>

  const failure = report.failure && <Notice tone="bad" text={report.failure} />
  // The result of the check is outdated.
  if (failure && report.batch) return failure

  return (
    <div className="grid gap-4">
      <p className="font-semibold text-lg" role="status">
        {summaryOf(report)}
        {family && relatives > 0 && <span className="block text-base">{familySummary(family)}</span>}
      </p>
      {left.length > 0 && (
        <p className="text-muted text-sm [overflow-wrap:anywhere]">
          {counted(left.length, 'column', 'columns')} not imported: {left.slice(0, shownColumns).join(', ')}
          {left.length > shownColumns && ` and ${left.length - shownColumns} more`}
        </p>
      )}
      {failure}
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Rows to show</legend>
        {tabs.map(({ key, label }) => (
          <SmallButton
            key={key}
            aria-pressed={key === selected}
            className="aria-pressed:border-forest aria-pressed:bg-sunken"
            onClick={() => setChosen(key)}
          >
            {label}
          </SmallButton>
        ))}
      </fieldset>
      <div className="grid gap-3">
        {selected === 'errors' && (
          <>
            <ErrorList schema={schema} report={report} busy={busy} onCorrect={onCorrect} />
            {report.errorRows > 0 && (
              <DownloadButton
                call={importErrors}
                input={{ params: { table: schema.name, id: report.id } }}
                name={`${schema.name}-errors.csv`}
                isLink
              >
                Download the errors
              </DownloadButton>
            )}
          </>
        )}
        {selected === 'updates' && (
          <RowList empty="No record changes." shown={report.updates.length} total={report.update}>
            {report.updates.map(({ row, changes, family: names }) => (
              <Row key={row} row={row}>
                {named(names)}
                {Object.entries(changes)
                  .filter(isOwn(names))
                  .map(([name, [before, after]]) => (
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
            {report.creates.map(({ row, values, family: names }) => (
              <Row key={row} row={row}>
                {factsText(
                  Object.entries(values)
                    .filter(([, value]) => value !== null)
                    .filter(isOwn(names))
                    .map(([name, value]) => `${title(name)}: ${text(name, value)}`),
                )}
                {named(names)}
              </Row>
            ))}
          </RowList>
        )}
        {selected === 'corrections' && (
          <>
            {replacements.length > 0 && (
              <ul className="grid gap-1.5">
                {replacements.map(({ column, from, to }) => (
                  <li key={`${column} ${from}`} className="[overflow-wrap:anywhere]">
                    <span className="text-muted">{column}: </span>
                    {from} = {to || 'empty'}, in all rows{' '}
                    <Button
                      variant="quiet"
                      size="small"
                      disabled={busy}
                      aria-label={`Undo ${from} = ${to}`}
                      onClick={() => onReplace([{ column, from, to: null }])}
                    >
                      Undo
                    </Button>
                  </li>
                ))}
              </ul>
            )}
            {corrections.length > 0 && (
              <RowList empty="" shown={corrections.length} total={corrections.length}>
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
          </>
        )}
        {selected === 'relatives' && family && <RelativeList schema={schema} family={family} />}
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
