/** The table whose records are people who sign in: only admins see it, rights and removal go by the rules of the sign-in. */
export const usersTable = 'users'
