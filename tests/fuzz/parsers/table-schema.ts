import {
  changeErrors,
  checkedTableSchema,
  csvHeader,
  initialValues,
  payloadForCreate,
  type TableSchema,
  validateRecord,
} from '@app/table-schema'
import fc from 'fast-check'
import * as v from 'valibot'
import { exposureFault } from '../../../services/admin-tables/src/tables/table-access'
import { hostileText, hostileValue, mutatedText, prototypesAreClean } from '../hostile-text'
import { hold, target } from '../target'
import { everyKind } from './tables'

const name = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('title', 'birth_date', 'lessons', 'seats', 'a', 'state') },
  { weight: 1, arbitrary: mutatedText(['title', 'birth_date', 'users', 'sessions', '__proto__']) },
  { weight: 1, arbitrary: hostileText(['a', '_'], 4) },
)
const patterns = mutatedText(['^[A-Z]{2}$', '^(a+)+$', '(?=x)', '[a-z]*', '\\d{1,3}', '(a|aa)*b', '^$', '['])
const field = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<unknown>(...Object.values(everyKind.properties)) },
  fc
    .tuple(
      fc.constantFrom<object>(...Object.values(everyKind.properties)),
      fc.constantFrom(
        'type',
        'title',
        'format',
        'enum',
        'enumNames',
        'items',
        'minLength',
        'maximum',
        'default',
        'more',
      ),
      hostileValue,
    )
    .map(([one, key, value]) => ({ ...one, [key]: value })),
  patterns.map((pattern) => ({ type: 'string', pattern })),
  hostileValue,
)
const properties = fc.array(fc.tuple(name, field), { maxLength: 4 }).map((entries) => Object.fromEntries(entries))

const described = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record(
      { name, properties, required: fc.array(name, { maxLength: 2 }) },
      { requiredKeys: ['name', 'properties'] },
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('name', 'title', 'required', 'properties', 'creatable', 'more'), hostileValue)
      .map(([key, value]) => ({ ...everyKind, [key]: value })),
  },
  { weight: 1, arbitrary: hostileValue },
)

/** A schema that is accepted must be usable. */
function use(schema: TableSchema) {
  const initial = initialValues(schema)
  validateRecord(schema, initial)
  changeErrors(schema, {}, initial)
  payloadForCreate(schema, initial)
  csvHeader(schema)
}

export const schema = target({
  name: 'schema',
  input: described,
  check(value) {
    const parsed = v.safeParse(checkedTableSchema, value)
    hold(prototypesAreClean(), 'something reached what all objects share')
    if (!parsed.success) return false
    const { output } = parsed
    hold(/^[a-z][a-z0-9_]{0,62}$/.test(output.name), 'a name that no table may have')
    hold(
      Object.keys(output.properties).every((one) => /^[A-Za-z]\w*$/.test(one) && !(one in {})),
      'a field that no table may have',
    )
    hold(
      JSON.stringify(v.parse(checkedTableSchema, output)) === JSON.stringify(output),
      'it is not read again as it is',
    )
    exposureFault(output)
    use(output)
    return true
  },
})
