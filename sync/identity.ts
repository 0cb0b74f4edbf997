/** Who a local database belongs to; two of them never share one (WORK-4). */
export interface Identity {
  companyId: string
  /** `personnel:<id>`. */
  account: string
  /** Admin who acts as the account, '' when nobody does. */
  impersonator: string
}

/** An id in lower-case letters, digits and hyphens stays as it is (all ids that this product makes); two other ids never give the same text. */
const written = (id: string): string =>
  id.replace(/[^a-z0-9-]/g, (character) => `_${(character.codePointAt(0) ?? 0).toString(16)}_`)

/** `kind:id`, where the kind has letters only. */
const holder = (account: string): string => {
  const at = account.indexOf(':')
  return at < 0 ? written(account) : `${account.slice(0, at)}_${written(account.slice(at + 1))}`
}

/** Two identities never have the same name, whatever characters their ids hold. */
export const localDatabaseName = ({ companyId, account, impersonator }: Identity): string =>
  ['lolapp', written(companyId), holder(account), ...(impersonator ? [holder(impersonator)] : [])].join('-')
