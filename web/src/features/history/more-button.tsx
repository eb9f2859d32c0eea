import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Button } from '#ui/button'

type Props = {
  label: string
  query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>
}

/** Loads the next page, as long as there is one. */
export const MoreButton = ({ label, query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: Props) =>
  hasNextPage && (
    <Button
      size="small"
      variant="outline"
      className="justify-self-start"
      disabled={isFetchingNextPage}
      onClick={() => fetchNextPage()}
    >
      {label}
    </Button>
  )
