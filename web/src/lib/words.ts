/** `1,200`. */
export const numberText = (count: number) => count.toLocaleString('en-US')

/** `record`, `records`. */
export const plural = (count: number, one: string, many = `${one}s`) => (count === 1 ? one : many)

/** `1 record`, `1,200 records`. */
export const counted = (count: number, one: string, many?: string) => `${numberText(count)} ${plural(count, one, many)}`

/** `Undone: 22 records; 2 records changed since, left as is`. */
export const undoneText = (changed: number, kept: number, one: string, many?: string) =>
  `Undone: ${counted(changed, one, many)}${kept > 0 ? `; ${counted(kept, one, many)} changed since, left as is` : ''}`

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** `240 KB`, `1.2 MB`. */
export function sizeText(bytes: number) {
  if (bytes < 1_000_000) return `${numberText(Math.round(bytes / 1_000))} KB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** Between two facts of one line. No line begins with it. */
export const dot = '\u00a0· '

/** What is known of something, in one line: `North field · 2 free`. */
export const factsText = (facts: readonly (string | false | null | undefined)[]) => facts.filter(Boolean).join(dot)
