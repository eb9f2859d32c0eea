/** A value nobody else has. `randomUUID` is missing where the page is not served over https or from this machine. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
