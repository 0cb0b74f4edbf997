import { openRescue, restoreRescue, saveRescue } from '../../sync/device/rescue.ts'
import type { LocalDatabase } from '../../sync/store/local-database.ts'

/** The product's rescue files, for the releases that have them. */
export interface Rescue {
  saveRescue?: (passphrase: string) => Promise<Blob>
  /** @returns how many entries, files and mails were added */
  restoreRescue?: (file: Blob, passphrase: string) => Promise<number>
}

export const rescueOf = (db: LocalDatabase): Rescue => ({
  saveRescue: (passphrase) => saveRescue(db, { passphrase, companyName: 'Habitat Démo', accountName: 'Camille' }),
  restoreRescue: async (file, passphrase) => restoreRescue(db, await openRescue(file, passphrase, db.identity)),
})
