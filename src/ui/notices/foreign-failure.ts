import { errorsText } from '../../text/errors.ts'
import { foreignFailureText } from '../../text/foreign-failure.ts'

const FULL = 'QuotaExceededError'
/** Errors of IndexedDB, as Dexie throws them under the browser's own names, and Dexie's own. */
const OF_STORAGE =
  /^(Abort|Bulk|Constraint|DatabaseClosed|Data|DataClone|ForeignAwait|Internal|InvalidAccess|InvalidState|Modify|NoSuchDatabase|NotFound|OpenFailed|PrematureCommit|ReadOnly|Schema|SubTransaction|Timeout|TransactionInactive|Unknown|Upgrade|VersionChange|Version)Error$/

/**
 * What is said of an error of the browser or its storage, whose own words are English: that the device is full, else that something failed; null for any
 * other error. Imported by whoever has no local database too, so it knows a full device (`isStorageFull`) by the names alone. Pure.
 */
export function foreignFailure(error: unknown): string | null {
  if (!(error instanceof Error) && !(error instanceof DOMException)) return null
  const { name, inner } = error as Error & { inner?: { name?: unknown } | null }
  // Chromium refuses at the commit: Dexie then says that the transaction was aborted, and why inside.
  if (name === FULL || inner?.name === FULL) return foreignFailureText.full
  return error instanceof DOMException || OF_STORAGE.test(name) ? errorsText.unknown : null
}
