import { createHash } from 'node:crypto'

export type Person = { id: string; email: string; verified: boolean }

/** Whoever has signed in here. One address is one account, whatever was said of it the last time. */
export function createPeople() {
  const byId = new Map<string, Person>()
  return {
    remember(email: string, verified: boolean): Person {
      const id = createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 24)
      const person = { id, email, verified }
      byId.set(id, person)
      return person
    },
    find: (id: string) => byId.get(id),
  }
}

export type People = ReturnType<typeof createPeople>
