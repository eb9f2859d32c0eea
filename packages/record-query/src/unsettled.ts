type Unsettled = {
  /** The field that has to be set before the value means something. */
  until: string
  /** What is stored meanwhile. */
  meanwhile: string
}

/**
 * Fields whose value is read as empty until another field is set. Each user has a provider, which every release reads at each
 * sign-in, also one who was invited and has never signed in.
 */
const unsettled: Readonly<Record<string, Readonly<Record<string, Unsettled>>>> = {
  users: { provider: { until: 'last_sign_in_at', meanwhile: 'code' } },
}

/** Whether, and until when, this field of a table is read as empty. */
export const unsettledField = (table: string, field: string): Unsettled | undefined =>
  Object.hasOwn(unsettled, table) && Object.hasOwn(unsettled[table]!, field) ? unsettled[table]![field] : undefined

/** The fields of a table that are read as empty until another one is set, which is the second of each pair. */
export const unsettledFields = (table: string): [field: string, until: string][] =>
  Object.hasOwn(unsettled, table) ? Object.entries(unsettled[table]!).map(([field, { until }]) => [field, until]) : []
