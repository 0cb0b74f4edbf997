/** What the client of a project has signed. */
export interface SignedOfProject {
  devis: boolean
  pv: boolean
}

/** Why a project keeps its client (MERGE-10), in French; null while nothing of it is signed: a signature binds one person. */
export function clientRefusal({ devis, pv }: SignedOfProject): string | null {
  if (!devis && !pv) return null
  return `${devis ? 'Un devis' : 'Un PV'} de ce projet est signé par son client : le projet ne peut plus en changer. Si c’est la même personne, fusionnez les deux fiches ; sinon, créez un projet pour l’autre client.`
}
