/** Who a local database belongs to; two of them never share one (WORK-4). */
export interface Identity {
  companyId: string
  /** `personnel:<id>`. */
  account: string
  /** Admin who acts as the account, '' when nobody does. */
  impersonator: string
}

export const localDatabaseName = ({ companyId, account, impersonator }: Identity): string =>
  ['lolapp', companyId, account, impersonator]
    .filter(Boolean)
    .join('-')
    .replace(/[^a-zA-Z0-9-]/g, '_')
    .toLowerCase()
