type Values = Readonly<Record<string, unknown>>

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [])

/** A record of the students' table with the types that the product relies on; a field that is missing is empty. */
export const studentOf = (record: Values) => ({
  name: text(record['name']),
  email: text(record['email']),
  phone: text(record['phone']),
  notes: text(record['notes']),
  /** A day; empty without one. */
  birthDate: text(record['birth_date']),
  /** Ids of records of `guardians`. */
  guardians: texts(record['guardians']),
  /** The names that earlier releases kept as text. */
  guardianText: text(record['guardian']),
  waiverUntil: text(record['waiver_until']),
})

/** The same for a record of the guardians' table. */
export const guardianOf = (record: Values) => ({
  name: text(record['name']),
  relation: text(record['relation']),
  phone: text(record['phone']),
  secondContact: text(record['second_contact']),
  pickupNote: text(record['pickup_note']),
})
