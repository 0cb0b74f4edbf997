import type { TProperties } from 'typebox'
import type { CommandName } from './commands.ts'
import { askedAnnonces } from './rules/annonces.ts'
import { askedReponses } from './rules/demandes.ts'
import { motifAnnulation } from './rules/encaissements.ts'
import { askedRelances } from './rules/relance.ts'

/** Schemas of fields of which a command's body says less than the record. The route checks them before the write. */
export const COMMAND_BODIES: Partial<Record<CommandName, TProperties>> = {
  notify: { ANNONCES: askedAnnonces },
  relance: { RELANCES: askedRelances },
  cancelPayment: { MOTIF_ANNULATION: motifAnnulation },
  answer: { REPONSES: askedReponses },
}
