export type Body = { type: string; start: number; end: number }

/** The same code, on the same lines, of which each of these functions first evaluates an expression. */
export function noteEntries(code: string, entries: readonly { body: Body; note: string }[]): string {
  const inserts = entries.flatMap(({ body, note }) =>
    body.type === 'BlockStatement'
      ? [{ at: body.start + 1, text: `;${note};` }]
      : [
          { at: body.start, text: `(${note}, ` },
          { at: body.end, text: ')' },
        ],
  )
  const fromEnd = inserts.toSorted((a, b) => b.at - a.at)
  return fromEnd.reduce((text, { at, text: more }) => text.slice(0, at) + more + text.slice(at), code)
}
