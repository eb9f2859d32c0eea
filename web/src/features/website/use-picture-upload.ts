import { uploadSitePicture } from '@app/contracts/website/picture-calls'
import { maxPictureBytes, type UploadedPicture } from '@app/contracts/website/pictures'
import { useState } from 'react'
import { callApi } from '#lib/call-api'
import { failureText } from '#lib/failure-text'
import { useSingleMutation } from '#lib/use-single-mutation'

const tooLarge = `The picture is larger than ${maxPictureBytes / 1024 ** 2} MB.`
/** A large photo on a slow connection, and the time in which its sizes are made. */
const uploadTimeoutMs = 180_000

export const acceptedPictures = 'image/jpeg,image/png,image/webp'

function formOf(file: File): FormData {
  const body = new FormData()
  body.set('file', file)
  return body
}

/** Uploads one picture. `failure` says why one was not accepted. */
export function usePictureUpload(kind: 'photo' | 'logo', onUploaded: (picture: UploadedPicture) => void) {
  const [refusal, setRefusal] = useState<string>()
  const { mutate, reset, isPending, error } = useSingleMutation({
    mutationKey: ['uploadSitePicture'],
    mutationFn: (file: File) =>
      callApi(uploadSitePicture, { query: { kind }, body: formOf(file), within: uploadTimeoutMs }),
    onSuccess: onUploaded,
  })
  function upload(file: File | undefined) {
    if (!file || isPending) return
    reset()
    setRefusal(file.size > maxPictureBytes ? tooLarge : undefined)
    if (file.size <= maxPictureBytes) mutate(file)
  }
  const failure = refusal ?? (error ? failureText(error, 'The photo could not be uploaded.') : undefined)
  return { upload, isUploading: isPending, failure }
}

/** The first file of a drop or of the clipboard. */
export const fileOf = (data: DataTransfer | null): File | undefined =>
  [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/')) ?? data?.files[0]
