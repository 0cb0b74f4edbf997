import { enqueueMessage } from '../../messages/enqueue.ts'
import type { Database } from '../../plugins/database/database.ts'
import type { HeadsPort } from './heads.ts'

/** One mail a day to a mailbox that the operator of the database has no access to; several processes and starts of one day send one. */
export const mailHeads = (db: Pick<Database, 'transaction'>, address: string): HeadsPort => ({
  name: `mail à ${address}`,
  keep: async ({ at, all }) => {
    if (all.length === 0) return
    const day = at.slice(0, 10)
    const text = [
      'Voici la dernière preuve de chaque entreprise. Gardez ce message hors du serveur.',
      'Pour vérifier la base avec lui : copiez ces lignes dans un fichier, puis npm run verify-evidence -- --heads <fichier>',
      ...all,
    ].join('\n\n')
    await db.transaction({ platform: true }, (tx) =>
      enqueueMessage(tx, {
        channel: 'mail',
        key: `preuves:${day}`,
        recipient: address,
        payload: { subject: `Preuves scellées du ${day}`, text },
      }),
    )
  },
})
