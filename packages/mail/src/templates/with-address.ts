/** Anybody can write under a name: staff see the address with it. */
export const withAddress = (name: string, email: string) => (email && name !== email ? `${name} (${email})` : name)
