import type { Condition, FieldSchema, TableSchema } from '@app/contracts/table-schema'
import { fieldsIn } from './badges'
import { kindOf } from './field'

type Rule = { names: string; field: string | undefined; fits?: (field: FieldSchema) => boolean; what?: string }

const isDate = ({ format }: FieldSchema) => format === 'date' || format === 'date-time'
const onlyDates = { fits: isDate, what: 'a date' }
const isInteger = (field: FieldSchema) => kindOf(field) === 'integer'
const isText = (field: FieldSchema) => kindOf(field) === 'string'

const kinds =
  (...expected: string[]) =>
  (field: FieldSchema) =>
    expected.includes(kindOf(field))
/** By the type of a value: the fields that may have it. */
const fitting: Readonly<Record<string, Pick<Rule, 'fits' | 'what'>>> = {
  string: { fits: isText, what: 'a text' },
  number: { fits: kinds('number', 'integer'), what: 'a number' },
  boolean: { fits: kinds('boolean'), what: 'true or false' },
}

const conditionRules = (names: string, conditions: readonly Condition[] = []): Rule[] =>
  conditions.map(({ field, before, within_days, younger_than }) =>
    [before, within_days, younger_than].every((part) => part === undefined)
      ? { names, field }
      : { names, field, ...onlyDates },
  )

function fieldRules([name, field]: [string, FieldSchema]): Rule[] {
  const boundRule = (bound: FieldSchema['minimum_date']): Rule[] =>
    typeof bound === 'object' ? [{ names: `a bound of ${name}`, field: bound.field, fits: isDate, what: 'a date' }] : []
  return [
    ...boundRule(field.minimum_date),
    ...boundRule(field.maximum_date),
    { names: `maxItemsField of ${name}`, field: field.maxItemsField, fits: isInteger, what: 'an integer' },
    ...conditionRules(`required_if of ${name}`, field.required_if),
  ]
}

/** Why the parts of a schema that name fields of the table do not fit them. */
export function schemaFault(schema: TableSchema): string | undefined {
  const { properties, title_field, calendar, badges = [], due = [], first_sort } = schema
  const rules: Rule[] = [
    { names: 'title_field', field: title_field, fits: isText, what: 'a text' },
    { names: 'calendar.start', field: calendar?.start, fits: isDate, what: 'a date' },
    { names: 'calendar.end', field: calendar?.end, fits: isDate, what: 'a date' },
    { names: 'calendar.minutes', field: calendar?.minutes, fits: isInteger, what: 'an integer' },
    ...Object.entries(properties).flatMap(fieldRules),
    ...badges.flatMap(({ label, when }) => {
      const names = `the badge "${label}"`
      return [...conditionRules(names, when), ...fieldsIn(label).map((field) => ({ names, field, ...onlyDates }))]
    }),
    ...due.flatMap(({ label, field, unless }): Rule[] => {
      const names = `the day "${label}"`
      return [
        { names, field, fits: ({ format }) => format === 'date', what: 'a date' },
        { names: `the exception of ${names}`, field: unless?.field, ...fitting[typeof unless?.equals] },
      ]
    }),
    { names: 'first_sort', field: first_sort?.field },
  ]
  for (const { names, field, fits, what } of rules) {
    if (field === undefined) continue
    if (!Object.hasOwn(properties, field)) return `names the field ${field} in ${names}, which it does not have`
    if (fits && !fits(properties[field]!)) return `names the field ${field} in ${names}, which is not ${what}`
  }
  return undefined
}
