import type { Person } from '@app/contracts/people'
import type { Table } from './access-values'

type Props = { people: readonly Person[]; tables: readonly Table[] }

const words = { edit: 'Edit', view: 'View', own: 'Own only' } as const

function rightText({ role, rights, exports }: Person, table: string): string {
  if (role === 'admin') return 'Edit, export'
  const right = Object.hasOwn(rights, table) ? rights[table] : undefined
  if (!right) return '–'
  return exports.includes(table) ? `${words[right]}, export` : words[right]
}

/** With fewer people with access, each person's own line says it. */
const fewestPeople = 4

/** Rights: a row per table, a column per person with access. */
export function RightsOverview({ people, tables }: Props) {
  const shown = people.filter(({ role, disabled }) => role !== 'user' && !disabled)
  if (shown.length < fewestPeople) return null
  return (
    <section aria-labelledby="rights-overview" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="rights-overview" className="text-2xl">
        Who may do what
      </h2>
      <section
        aria-label="Rights by table and person"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        className="overflow-x-auto rounded-xl border border-line bg-card"
      >
        <table className="w-full text-left text-sm">
          <thead>
            <tr className="border-line border-b">
              <th scope="col" className="sticky left-0 bg-card px-4 py-2">
                Table
              </th>
              {shown.map(({ id, name, email }) => (
                <th key={id} scope="col" className="px-4 py-2">
                  {name ?? email}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {tables.map(({ name, title }) => (
              <tr key={name} className="border-line border-b last:border-b-0">
                <th scope="row" className="sticky left-0 bg-card px-4 py-2 font-normal">
                  {title}
                </th>
                {shown.map((person) => (
                  <td key={person.id} className="whitespace-nowrap px-4 py-2">
                    {rightText(person, name)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}
