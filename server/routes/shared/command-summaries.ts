/** What each route of a command does, in the document of the API, by its path: French, one line. Devices load the commands, and never read these words. */
const SUMMARIES: Readonly<Record<string, string>> = {
  '/rdvs/debrief/:id_rdv': 'Débrief d’un rendez-vous',
  '/rdvs/:id/notify': 'Prévenir le client d’un rendez-vous, par mail ou SMS',
  '/projets/:id/cancel': 'Classer un projet sans suite',
  '/intervention_feedback/good/:id': 'Retour favorable : le PV doit être au drive',
  '/intervention_feedback/bad/:id': 'Retour défavorable',
  '/devis/:id/transmit': 'Transmission du devis, sans mention obligatoire manquante',
  '/devis/:id/relance': 'Relance du client d’un devis en attente, par mail, SMS ou téléphone',
  '/paiements/:id/cancel': 'Annulation d’un paiement, avec son motif',
  '/demandes/:id/take': 'Prise en charge d’une demande',
  '/demandes/:id/answer': 'Réponse à une demande, par mail ou SMS',
  '/demandes/:id/convert': 'Client ou projet créé à partir d’une demande',
}

/** @throws Error for a route without words */
export function commandSummary(path: string): string {
  const summary = SUMMARIES[path]
  if (summary === undefined) throw new Error(`${path} has no summary`)
  return summary
}
