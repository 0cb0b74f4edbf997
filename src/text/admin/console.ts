/** French words of the administrators' console. */
export const consoleText = {
  intro: 'Des commandes nommées et des lectures de la base, une à une. Chacune est notée dans le journal d’audit.',
  closed: 'La console est fermée',
  closedHint: 'Elle s’ouvre par un réglage du serveur (TINKER=1).',
  commands: 'Commandes',
  command: 'Commande',
  run: 'Exécuter',
  query: 'Lecture',
  sql: 'Requête SELECT',
  sqlHint: 'En lecture seule, sur une entreprise, 5 secondes et 500 lignes au plus.',
  read: 'Lire',
  result: 'Résultat',
  noRow: 'Aucune ligne.',
  rows: (n: number, more: boolean): string => (more ? `${n} premières lignes` : n === 1 ? '1 ligne' : `${n} lignes`),
  csv: 'Exporter en CSV',
} as const
