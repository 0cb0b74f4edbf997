import type { OutboxEntry } from '../../../sync/outbox-entry.ts'

/** The rescue copy of what this device alone holds: every open entry as it stands, and whose it is. JSON text. */
export function pendingExport(input: {
  company: { id: string; NOM: string }
  account: { id: string; personnel: { NOM_COMPLET: string | null } }
  entries: readonly OutboxEntry[]
  at: string
}): string {
  const { company, account, entries, at } = input
  return JSON.stringify(
    {
      application: 'lolapp',
      format: 1,
      exporteLe: at,
      entreprise: { id: company.id, nom: company.NOM },
      compte: { id: account.id, nom: account.personnel.NOM_COMPLET },
      saisies: entries,
    },
    null,
    2,
  )
}
