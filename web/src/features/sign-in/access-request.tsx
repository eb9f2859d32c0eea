import { requestAccess } from '@app/contracts/account'
import { AppError } from '@app/contracts/errors'
import { failureText } from '#lib/failure-text'
import { useCallMutation } from '#lib/queries'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'

/** Access was granted in the meantime, or the session ended. */
const isOutdated = (error: unknown) =>
  error instanceof AppError && (error.code === 'conflict' || error.code === 'not_signed_in')

/** Requests dashboard access; the admins get an email. `onChange` checks the access again. */
export function AccessRequest({ onChange }: { onChange: () => void }) {
  const { mutate, isPending, isSuccess, error } = useCallMutation(requestAccess, {
    input: { anonymous: true },
    onError: (failure) => isOutdated(failure) && onChange(),
  })

  if (isSuccess)
    return (
      <Notice tone="good" takesFocus>
        <p className="text-left">Your request has been sent to the admins. They will reply by email.</p>
      </Notice>
    )
  return (
    <>
      {error && !isOutdated(error) && (
        <Notice tone="bad">
          <p className="text-left">{failureText(error, 'Failed to send your request.')}</p>
        </Notice>
      )}
      <Button variant="outline" disabled={isPending} onClick={() => mutate()}>
        {isPending ? 'Sending...' : 'Request access'}
      </Button>
    </>
  )
}
