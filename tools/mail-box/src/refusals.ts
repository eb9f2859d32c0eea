/** Addresses whose mail is rejected permanently, for trying out delivery errors. Kept in memory only. */
export function createRefusals() {
  const refused = new Set<string>()
  const normal = (address: string) => address.trim().toLowerCase()
  return {
    add: (address: string) => void refused.add(normal(address)),
    remove: (address: string) => void refused.delete(normal(address)),
    has: (address: string) => refused.has(normal(address)),
    list: () => [...refused],
  }
}

export type Refusals = ReturnType<typeof createRefusals>
