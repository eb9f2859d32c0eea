import { getCurrentUser, saveSignature } from '@app/contracts/account'
import { readConversation } from '@app/contracts/conversations'
import { maxSignatureLength } from '@app/contracts/users'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { failureText } from '#lib/failure-text'
import { keepAnswer, queryOf, useCallMutation } from '#lib/queries'
import { Button, SmallButton } from '#ui/button'
import { ErrorText, Failure } from '#ui/load-state'

const userQuery = queryOf(getCurrentUser)

/** The signature of the signed-in person. */
export function SignatureSection() {
  const client = useQueryClient()
  const { data: user, error, refetch } = useQuery(userQuery)
  /** As it is typed; `undefined` until it is edited. */
  const [typed, setTyped] = useState<string>()
  const saving = useCallMutation(saveSignature, {
    input: (text: string) => ({ body: { text } }),
    async onSuccess(changed) {
      await keepAnswer(client, userQuery.queryKey, changed)
      // Open conversations show it.
      void client.invalidateQueries({ queryKey: [readConversation.id] })
      setTyped(undefined)
    },
  })
  const saved = user?.signature ?? ''
  const text = typed ?? saved
  const isEdited = text.trim() !== saved

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    saving.mutate(text.trim())
  }
  return (
    <section aria-labelledby="signature" className="grid gap-3">
      <h2 id="signature" className="text-2xl">
        Your signature
      </h2>
      <p id="signature-advice" className="max-w-prose text-muted">
        Added to the end of your replies. You can leave it out of any reply.
      </p>
      {error && !user && (
        <Failure error={error} fallback="Failed to load your signature">
          <SmallButton onClick={() => refetch()}>Try again</SmallButton>
        </Failure>
      )}
      {user && (
        <form onSubmit={onSubmit} className="grid max-w-xl gap-3">
          <textarea
            aria-label="Signature"
            aria-describedby="signature-advice"
            rows={4}
            maxLength={maxSignatureLength}
            value={text}
            onChange={({ target }) => setTyped(target.value)}
            className="control w-full resize-y"
          />
          <ErrorText>{saving.error && failureText(saving.error, 'Failed to save your signature')}</ErrorText>
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" size="small" disabled={saving.isPending || !isEdited}>
              Save signature
            </Button>
            <p role="status" className="text-muted text-sm">
              {saving.isSuccess && !isEdited && 'Saved'}
            </p>
          </div>
        </form>
      )}
    </section>
  )
}
