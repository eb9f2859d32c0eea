/** Addresses whose mail is refused for good, so that what the product does then can be tried. Forgotten at a restart. */
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
