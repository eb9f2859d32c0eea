import { contactSubmissions } from './contact-submissions'
import { users } from './users'

/** The tables a new installation starts with, in the order of their tabs. */
export const seeds = [contactSubmissions, users] as const
