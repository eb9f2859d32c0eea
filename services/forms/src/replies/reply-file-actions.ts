import { conflict, notFound } from '@app/contracts/errors'
import { maxInquiryFiles, type ReplyFile } from '@app/contracts/replies'
import { checkedFile } from '@app/uploads/checked-file'
import { existingInquiry, type InquiryStore } from './inquiry'
import { type ReplyFiles, toReplyFile } from './reply-files'

type Deps = {
  inquiries: Pick<InquiryStore, 'find'>
  files: Pick<ReplyFiles, 'add' | 'count' | 'find' | 'chunks'>
}

/** Files of replies, before and after they are sent. */
export const replyFileActions = ({ inquiries, files }: Deps) => ({
  /** @throws AppError `not_found`, `conflict`, and what `checkedFile` throws */
  async upload(inquiry: string, file: File): Promise<ReplyFile> {
    const { email = '' } = await existingInquiry(inquiries, inquiry)
    if ((await files.count(inquiry)) >= maxInquiryFiles)
      throw conflict(`An inquiry has at most ${maxInquiryFiles} files.`)
    const checked = await checkedFile('attachment', file)
    return toReplyFile(inquiry, await files.add(checked, { inquiry, email }))
  },

  async open(inquiry: string, id: string): Promise<{ name: string; size: number; chunks: AsyncIterable<Uint8Array> }> {
    const [file] = await files.find(inquiry, [id])
    if (!file) throw notFound('There is no such file.')
    return { name: file.name, size: file.size, chunks: files.chunks(id) }
  },
})

export type ReplyFileActions = ReturnType<typeof replyFileActions>
