import { addAccountSecret, deleteAccountSecret, maxSecrets, type ServiceAccount } from '@app/contracts/service-accounts'
import { callApi } from '#lib/call-api'
import { failureText } from '#lib/failure-text'
import { momentText } from '#lib/school-time'
import { useSingleMutation } from '#lib/use-single-mutation'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { NewSecret } from './new-secret'

type Props = { account: ServiceAccount; onChange: () => void }

/** The secrets of an account: a second one, then the first is revoked. */
export function Secrets({ account: { id, secrets }, onChange }: Props) {
  const add = useSingleMutation({
    mutationKey: ['add-secret', id],
    mutationFn: () => callApi(addAccountSecret, { params: { id } }),
    onSettled: onChange,
  })
  const revoke = useSingleMutation({
    mutationKey: ['revoke-secret', id],
    mutationFn: (n: number) => callApi(deleteAccountSecret, { params: { id, n: String(n) } }),
    onSettled: onChange,
  })
  const failure = add.error ?? revoke.error
  return (
    <section aria-label="Secrets" className="grid gap-3">
      <h3 className="font-semibold">Secrets</h3>
      {failure && (
        <Notice tone="bad">
          <p>{failureText(failure, 'The secrets could not be changed')}</p>
        </Notice>
      )}
      {add.data && <NewSecret secret={add.data.secret} />}
      {secrets.length === 0 && <p className="text-muted">No secret: the account cannot be used.</p>}
      <ul className="grid gap-2">
        {secrets.map(({ n, createdAt, lastUsedAt }) => (
          <li key={n} className="flex flex-wrap items-center justify-between gap-3 border-line border-t pt-2">
            <span>
              Secret {n}, created {momentText(createdAt)}
              <span className="block text-muted text-sm">
                {lastUsedAt ? `Last used ${momentText(lastUsedAt)}` : 'Not used yet'}
              </span>
            </span>
            <Button
              size="small"
              variant="outline"
              aria-label={`Revoke secret ${n}`}
              disabled={revoke.isPending}
              onClick={() => revoke.mutate(n)}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
      {secrets.length < maxSecrets && (
        <Button
          size="small"
          variant="outline"
          className="justify-self-start"
          disabled={add.isPending}
          onClick={() => add.mutate()}
        >
          {add.isPending ? 'Adding...' : 'Add a secret'}
        </Button>
      )}
    </section>
  )
}
