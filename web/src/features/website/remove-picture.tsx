import { listSiteVersions, readSiteDraft } from '@app/contracts/website/calls'
import { deleteSitePicture } from '@app/contracts/website/picture-calls'
import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { callApi } from '#lib/call-api'
import { useSingleMutation } from '#lib/queries'
import { Button } from '#ui/button'
import { ConfirmDialog } from '#ui/dialog'
import { Failure } from '#ui/load-state'
import { forgetPictureAtom, saveWebsiteAtom } from './website.atoms'

/** Removes a picture from the page, from every version and from the storage, after a confirmation. */
export function RemovePicture({ id, label }: { id: string; label: string }) {
  const client = useQueryClient()
  const save = useSetAtom(saveWebsiteAtom)
  const forget = useSetAtom(forgetPictureAtom)
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending, error } = useSingleMutation({
    mutationKey: ['deleteSitePicture', id],
    async mutationFn() {
      // The service takes the picture out of the draft, too: what is edited is stored before.
      await save()
      await callApi(deleteSitePicture, { params: { name: id } })
    },
    async onSuccess() {
      forget(id)
      setAsking(false)
      await Promise.all(
        [readSiteDraft, listSiteVersions].map((call) => client.invalidateQueries({ queryKey: [call.id] })),
      )
    },
  })
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-haspopup="dialog"
        aria-label={`Remove for good: ${label}`}
        onClick={() => setAsking(true)}
      >
        Remove for good...
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Remove this picture for good?"
          action={isPending ? 'Removing...' : 'Remove for good'}
          busy={isPending}
          onConfirm={() => mutate()}
          onClose={() => setAsking(false)}
        >
          <div className="grid gap-3">
            <Failure error={error} fallback="Failed to remove the picture" />
            <p>
              It leaves the page, the draft and every version right away. It cannot be undone, and restoring a version
              does not bring it back. A browser that has shown it may keep it for a day.
            </p>
          </div>
        </ConfirmDialog>
      )}
    </>
  )
}
