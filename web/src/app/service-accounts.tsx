import { AccountsPage } from '#features/people/accounts/accounts-page'
import { useSharedTables } from './shared-tables'

/** The service accounts with the tables that rights are given for. */
export const ServiceAccounts = () => <AccountsPage tables={useSharedTables()} />
