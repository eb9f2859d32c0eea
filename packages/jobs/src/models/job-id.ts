import { createHash } from 'node:crypto'
import { ObjectId } from 'mongodb'

export const newJobId = () => new ObjectId().toHexString()

/** A job has one undo, since its id follows from the job's. */
export const undoJobId = (id: string) => createHash('sha256').update(`undo ${id}`).digest('hex').slice(0, 24)

export const undoOfJob = (id: string) => ({ id: undoJobId(id), input: null, undoes: id })

/** One job of a person at a time changes many records. */
export const changesLane = ({ id }: { id: string }) => `changes/${id}`
