/** A random 128-bit key. `crypto.randomUUID` is missing in insecure contexts (plain http). */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
