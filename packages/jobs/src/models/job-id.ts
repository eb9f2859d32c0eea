import { createHash } from 'node:crypto'
import { ObjectId } from 'mongodb'

export const newJobId = () => new ObjectId().toHexString()

/** The same id for the same text, so that replicas, retries and repeated calls store a thing once. */
export const derivedId = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 24)

/** A job has one undo, since its id follows from the job's. */
export const undoJobId = (id: string) => derivedId(`undo ${id}`)

export const undoOfJob = (id: string) => ({ id: undoJobId(id), input: null, undoes: id })

/** One job of a person at a time changes many records. */
export const changesLane = ({ id }: { id: string }) => `changes/${id}`
