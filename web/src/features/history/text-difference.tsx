import { diffWordsWithSpace } from 'diff'

/** Beyond this the comparison could take seconds. */
const maxEdits = 2_000

type Props = { before: string; after: string }

/** A long text before and after, with what was removed and added marked in one running text. */
export function TextDifference({ before, after }: Props) {
  const parts = diffWordsWithSpace(before, after, { maxEditLength: maxEdits })
  if (!parts)
    return (
      <>
        <del className="text-difference">{before}</del>
        <ins className="text-difference">{after}</ins>
      </>
    )
  return (
    <span className="whitespace-pre-wrap">
      {parts.map(({ value, added, removed }, at) => {
        const Part = added ? 'ins' : removed ? 'del' : 'span'
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one comparison never move.
        return <Part key={at}>{value}</Part>
      })}
    </span>
  )
}
