import { minutes } from '@app/contracts/durations'
import {
  maxReplyFileBytes,
  maxReplyFiles,
  type ReplyFile,
  sizeOfFiles,
  tooManyFiles,
  uploadReplyFile,
} from '@app/contracts/replies'
import { maxUploadBytes } from '@app/contracts/tables'
import { useState } from 'react'
import { callApi } from '#lib/call-api'
import { failureText } from '#lib/failure-text'

function formOf(file: File): FormData {
  const body = new FormData()
  body.set('file', file)
  return body
}

/** The files of a reply: each is uploaded when it is chosen. */
export function useReplyFiles(id: string, begun: readonly ReplyFile[]) {
  const [files, setFiles] = useState<readonly ReplyFile[]>(begun)
  const [uploading, setUploading] = useState(0)
  const [failure, setFailure] = useState<string>()

  /** One after the other: what could be uploaded stays when a later one is refused. */
  async function add(chosen: readonly File[]) {
    setFailure(undefined)
    let held = [...files]
    for (const [n, file] of chosen.entries()) {
      if (file.size > maxUploadBytes) return setFailure(`${file.name} is larger than ${maxUploadBytes / 1024 ** 2} MB.`)
      if (held.length >= maxReplyFiles || sizeOfFiles(held) + file.size > maxReplyFileBytes)
        return setFailure(tooManyFiles)
      setUploading(chosen.length - n)
      try {
        const added = await callApi(uploadReplyFile, { params: { id }, body: formOf(file), within: minutes(2) })
        held = [...held, added]
        setFiles((before) => [...before, added])
      } catch (error) {
        return setFailure(`${file.name}: ${failureText(error, 'Failed to upload the file')}`)
      } finally {
        setUploading(0)
      }
    }
  }
  return {
    files,
    isUploading: uploading > 0,
    failure,
    add,
    remove(file: string) {
      setFailure(undefined)
      setFiles((before) => before.filter((one) => one.id !== file))
    },
  }
}

export type ReplyFilesState = ReturnType<typeof useReplyFiles>
